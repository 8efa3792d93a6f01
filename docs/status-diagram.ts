import { callStatuses, transitions } from '../src/domain/call-status.ts';

/** The transition table as a Mermaid state diagram. Edges to `ended` and `failed` leave every status, so a note covers them. */
export function drawStatuses(): string {
  const lines = [
    '```mermaid',
    'stateDiagram-v2',
    '  [*] --> trying: accepted',
    '  [*] --> scheduled: accepted for later',
  ];
  for (const from of callStatuses)
    for (const [trigger, to] of Object.entries(transitions[from]))
      if (to !== 'ended' && to !== 'failed') lines.push(`  ${from} --> ${to}: ${trigger}`);
  lines.push('  note right of connected: every status goes to ended (over) or failed (fails)', '```');
  return lines.join('\n');
}
