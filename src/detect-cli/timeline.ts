import type { DetectorEvent } from '../detect/index.ts';
import { percent } from './figures.ts';
import type { Heard } from './listen.ts';

/** "1:02.4" */
export function clockTime(seconds: number): string {
  const tenths = Math.round(seconds * 10);
  const minutes = Math.floor(tenths / 600);
  return `${minutes}:${((tenths - minutes * 600) / 10).toFixed(1).padStart(4, '0')}`;
}

/** What happened in a call, one line each, for people. */
export function describeTimeline(id: string, heard: Heard): string {
  const lines = heard.events.map((event) => `  ${clockTime(event.at).padStart(8)}  ${describe(event)}`);
  return [`${id}  (${clockTime(heard.seconds)})`, ...lines].join('\n');
}

function describe(event: DetectorEvent): string {
  switch (event.kind) {
    case 'class':
      return `${event.audioClass.replace('_', ' ')} (${percent(event.confidence)})`;
    case 'tone':
      return `♪ ${event.tone}${event.digit ? ` ${event.digit}` : ''}${event.country ? ` (${event.country})` : ''}`;
    case 'hold':
      return `→ on hold (${event.audioClass})`;
    case 'person':
      return `★ ${event.grade === 'sure' ? 'A PERSON ANSWERS' : 'PERHAPS A PERSON'}, speaking since ${clockTime(event.firstWordAt)} (${percent(event.confidence)}): ${event.reason}`;
    case 'person_confirmed':
      return `★ A PERSON, for certain (${percent(event.confidence)}): ${event.reason}`;
    case 'person_retracted':
      return `☆ no person after all: ${event.reason}`;
    case 'turn_end':
      return `? somebody may wait for an answer to what was said since ${clockTime(event.startedAt)}`;
    case 'prompt_end':
      return `· end of what was said since ${clockTime(event.startedAt)}`;
  }
}
