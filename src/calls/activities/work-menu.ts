import type { Flow, Step } from '../../domain/flow.ts';
import { defaultTimeoutSeconds, followingStep } from '../../domain/flow.ts';
import { describeError } from '../../domain/errors.ts';
import { fillFields, spokenParts } from '../../domain/spoken-text.ts';
import type { LiveCall } from '../live-call.ts';
import type { Plan } from '../plan.ts';
import { endOf } from '../plan.ts';
import { delay } from '../waiting.ts';
import { listen } from './listen-step.ts';
import { askOwner } from './notice-menu.ts';
import type { StepResult } from './step-options.ts';
import { announcePerson } from './person.ts';
import { markActed, sendDigits } from './send-digits.ts';
import { untilPerson } from './until-person.ts';
import { hold } from './wait-on-hold.ts';
import { noPersonAfterAll, whilePerson } from './while-person.ts';

/** A flow may loop while it listens; one that takes more steps than this would go round for ever. */
const maxSteps = 500;

/** Works through the menu by the stored flow, from the step the call has reached. */
export async function workMenu(call: LiveCall, signal: AbortSignal): Promise<Plan> {
  const flow = await call.flow.read();
  if ('do' in flow) return flow;
  signal.throwIfAborted();
  // From the first step on, so that a LISTEN step knows what was said before it.
  const wantsWords =
    call.needs.settings.exploresMenus || flow.steps.some(({ options = [] }) => options.length > 0);
  if (wantsWords && call.menuEar.isAvailable) call.menuEar.open();
  const hasSounds = flow.steps.some(({ sound }) => sound !== undefined);
  const stopSounds = hasSounds ? call.soundEar.listen() : undefined;
  try {
    return await untilPerson(call, signal, (either) => stepsWhilePerson(call, flow, either));
  } finally {
    stopSounds?.();
  }
}

/** A flow may have steps left after a person was heard; if there is no person after all, it goes back to where it held. */
async function stepsWhilePerson(call: LiveCall, flow: Flow, signal: AbortSignal): Promise<Plan> {
  const plan = await whilePerson(
    call,
    signal,
    () => call.ledger.status === 'human_detected',
    (either) => runSteps(call, flow, either),
  );
  if (!('retracted' in plan)) return plan;
  call.ledger.note({ person: null });
  call.ledger.enterHold(noPersonAfterAll(plan));
  return backInQueue(call, flow);
}

/** The flow is past its queue, and nobody is there. */
function backInQueue(call: LiveCall, flow: Flow): Plan {
  const reached = flow.steps.findIndex(({ id }) => id === call.ledger.call.flowStep);
  const queue = flow.steps.slice(0, Math.max(0, reached)).findLast(({ type }) => type === 'HOLD');
  if (queue === undefined) return { do: 'hold' };
  call.ledger.note({ flowStep: queue.id, flowStepActed: false });
  return { do: 'work_menu' };
}

async function runSteps(call: LiveCall, flow: Flow, signal: AbortSignal): Promise<Plan> {
  let id: string | undefined = call.ledger.call.flowStep ?? flow.steps[0]?.id;
  for (let taken = 0; id !== undefined; taken++) {
    const step = flow.steps.find((candidate) => candidate.id === id);
    if (step === undefined)
      return leaveFlow(call, flow, `the call flow was changed: it has no step "${id}" any more`);
    if (taken >= maxSteps)
      return endOf('flow_failed', `step "${id}": the flow took ${maxSteps} steps without an end`);
    if (flow.endsBeforeHold === true && (step.type === 'HOLD' || step.type === 'TRANSFER'))
      return endOfTrial();
    // It rang for this step before, and nobody took the call.
    const hasRung = taken === 0 && step.type === 'TRANSFER' && call.ledger.status === 'on_hold';
    if (hasRung && call.ledger.call.flowStep === step.id) return backInQueue(call, flow);
    const wasInterrupted = taken === 0 && call.ledger.call.flowStepActed;
    const result = wasInterrupted ? skipInterrupted(call, flow, step) : await begin(call, flow, step, signal);
    if ('do' in result) return result;
    id = result.to;
    // Something else comes first, but what this step sent has gone out for certain.
    if (signal.aborted && id !== undefined && call.ledger.call.flowStepActed && !call.ledger.isOver)
      call.ledger.note({ flowStep: id, flowStepActed: false });
    signal.throwIfAborted();
  }
  if (flow.endsBeforeHold === true) return endOfTrial();
  // The flow's author left the rest to the gateway.
  return call.ledger.status === 'human_detected' ? { do: 'ring', forPerson: true } : { do: 'hold' };
}

/** The call may have waited for an hour by now. */
function leaveFlow(call: LiveCall, flow: Flow, reason: string): Plan {
  if (flow.endsBeforeHold === true) return endOf('flow_failed', reason);
  askOwner(call, reason);
  return { do: 'hold' };
}

/** A trial ends where the wait would begin, with the menu worked through. */
function endOfTrial(): Plan {
  return endOf('trial_complete');
}

/** A fault or the end of the process came when the step was about to send something: it is sent once or not at all. */
function skipInterrupted(call: LiveCall, flow: Flow, step: Step): StepResult {
  call.ledger.note({ flowStepActed: false }, [
    'ivr_step_uncertain',
    { step_id: step.id, reason: 'interrupted while sending: what may have gone out is not sent again' },
  ]);
  return { to: followingStep(flow.steps, step) };
}

function begin(call: LiveCall, flow: Flow, step: Step, signal: AbortSignal): Promise<StepResult> {
  const event = {
    step_id: step.id,
    step_type: step.type,
    description: step.description ?? '',
  };
  const { status } = call.ledger;
  const works = step.type !== 'HOLD' && step.type !== 'TRANSFER' && status !== 'human_detected';
  if (works && status !== 'navigating')
    call.ledger.move('flow_starts', { flowStep: step.id, flowStepActed: false }, ['ivr_step', event]);
  else call.ledger.note({ flowStep: step.id, flowStepActed: false }, ['ivr_step', event]);
  if (works) call.hearing.setPhase('menu');
  return take(call, flow, step, signal);
}

async function take(call: LiveCall, flow: Flow, step: Step, signal: AbortSignal): Promise<StepResult> {
  const next = { to: followingStep(flow.steps, step) };
  switch (step.type) {
    case 'WAIT':
      await delay(step.timeout ?? defaultTimeoutSeconds.WAIT, signal);
      return next;
    case 'LISTEN':
      return listen(call, flow, step, signal);
    case 'DTMF':
      await sendDigits(call, step, step.dtmf ?? '', signal);
      return next;
    case 'SPEAK':
      await speak(call, step, signal);
      return next;
    case 'HOLD':
      return waitForPerson(call, step, signal, next);
    case 'TRANSFER':
      return { do: 'ring', forPerson: call.ledger.status === 'human_detected' };
  }
}

async function waitForPerson(
  call: LiveCall,
  step: Step,
  signal: AbortSignal,
  next: { to: string | undefined },
): Promise<StepResult> {
  const seconds = step.timeout ?? defaultTimeoutSeconds.HOLD;
  const heard = await hold(call, seconds, signal);
  if (heard === 'timeout')
    return endOf('hold_timeout', `step "${step.id}": nobody answered within ${seconds} s`);
  if (heard.kind === 'menu') return { do: 'explore_menu', heard: heard.prompt };
  announcePerson(call, heard);
  return next;
}

/**
 * Says the text sentence by sentence; the next is synthesised while one plays. If it cannot be said, an event says so and the greeting
 * plays instead, so that the listener is not met with silence.
 */
async function speak(call: LiveCall, step: Step, signal: AbortSignal): Promise<void> {
  const { speech, settings } = call.needs;
  const filled = fillFields(step.text ?? '', call.ledger.call);
  const parts = 'missing' in filled ? [] : spokenParts(filled.text);
  const make = (index: number): Promise<string> | undefined => {
    const part = parts[index];
    const making = part === undefined ? undefined : speech.media(part, signal);
    making?.catch(() => undefined); // handled where it is awaited
    return making;
  };
  let next = make(0);
  let fault = 'missing' in filled ? `the call has no ${filled.missing}` : 'there is nothing to say';
  let said = 0;
  // Nothing is noted as sent before there is something to send.
  const first = await next?.catch((error: unknown) => void (fault = describeError(error)));
  signal.throwIfAborted();
  await markActed(call, signal);
  call.menuEar.answerGoesOut();
  for (let sound = first; sound !== undefined; said++) {
    next = make(said + 1);
    const isPlayed = await call.voice.say(call.legs.far, sound, signal);
    signal.throwIfAborted();
    if (!isPlayed) {
      fault = `Asterisk could not play ${sound}`;
      break;
    }
    if (call.keypad.isInUse) return; // the owner's key cut off the sentence and answers in its place
    sound = await next?.catch((error: unknown) => void (fault = describeError(error)));
    signal.throwIfAborted();
  }
  if (said >= parts.length && parts.length > 0) return;
  const reason = `step "${step.id}": ${said === 0 ? 'its text is not said' : 'the rest of its text is not said'}: ${fault}`;
  call.ledger.note({}, ['service_unavailable', { service: 'speech', reason }]);
  if (said === 0) await call.voice.sayOrPlaySubstitute(call.legs.far, settings.greeting, signal);
  signal.throwIfAborted();
}
