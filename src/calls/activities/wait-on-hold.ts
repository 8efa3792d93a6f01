import { defaultTimeoutSeconds } from '../../domain/flow.ts';
import type { PersonHeard } from '../hearing/hearing.ts';
import type { LiveCall } from '../live-call.ts';
import type { Plan } from '../plan.ts';
import { endOf } from '../plan.ts';
import { waitFor } from '../waiting.ts';
import { askBack } from './ask-back.ts';
import { mayRing } from './called-devices.ts';
import { reassureWhoIsThere } from './greeting.ts';
import { hearMenus, type MenuHeard } from './hear-menus.ts';
import { noticeMenu } from './notice-menu.ts';
import { announcePerson } from './person.ts';

/** If nobody took the call but the person is still speaking this long afterwards, the devices ring again. */
const tryAgainSeconds = 15;

/** Waits in the queue until a person is heard, then rings the owner. */
export async function holdThenRing(call: LiveCall, signal: AbortSignal): Promise<Plan> {
  const seconds = defaultTimeoutSeconds.HOLD;
  const heard = await hold(call, seconds, signal);
  if (heard === 'timeout') return endOf('hold_timeout', `nobody answered within ${seconds} s`);
  if (heard.kind === 'menu') return { do: 'explore_menu', heard: heard.prompt };
  announcePerson(call, heard);
  return { do: 'ring', forPerson: true };
}

/** Holds until a person is heard, or a menu that waits for an answer. */
export async function hold(
  call: LiveCall,
  timeoutSeconds: number,
  signal: AbortSignal,
): Promise<PersonHeard | MenuHeard | 'timeout'> {
  call.ledger.enterHold();
  call.hearing.setPhase('holding');
  noteWhoWaits(call);
  const stopAsking = askBack(call, signal);
  const stopReassuring = reassureWhoIsThere(call, signal);
  const seconds = Math.max(1, timeoutSeconds - call.ledger.thisHoldSeconds);
  try {
    return await personHeard(call, seconds, signal);
  } finally {
    stopAsking();
    await stopReassuring();
  }
}

/** So that a restarted service knows of somebody for whom nobody took the call, and who is still there. */
function noteWhoWaits({ hearing, ledger }: LiveCall): void {
  const waitingPerson = hearing.decision.state === 'person' ? (hearing.personGrade ?? 'likely') : null;
  if (waitingPerson !== ledger.call.waitingPerson) ledger.note({ waitingPerson });
}

/** The next person, or one who was there before this hold began and still is. */
function personHeard(
  call: LiveCall,
  seconds: number,
  signal: AbortSignal,
): Promise<PersonHeard | MenuHeard | 'timeout'> {
  const beganAtMs = performance.now();
  return waitFor<PersonHeard | MenuHeard>(signal, seconds, (heard) => {
    const waiting = call.hearing.takePerson();
    if (waiting !== undefined) heard(waiting);
    const unsubscribe = call.hearing.subscribe((event) => event.kind === 'person' && heard(event));
    const leaveMenus = hearMenus(call, heard);
    const leaveNotice = noticeMenu(call);
    const tryAgain = (): void => {
      const { state, since, confidence } = call.hearing.decision;
      if (state !== 'person') return;
      heard({
        kind: 'person',
        at: since,
        firstWordAt: since,
        confidence,
        reason: 'the person heard before is still there',
        grade: call.hearing.personGrade ?? 'likely',
      });
    };
    const recheck = setInterval(() => {
      noteWhoWaits(call);
      if (performance.now() - beganAtMs > tryAgainSeconds * 1000) tryAgain();
    }, 1000);
    const leaveDevices = call.needs.onDeviceChange((id, isOnline) => {
      if (isOnline) void mayRing(call, id).then((may) => may && tryAgain());
    });
    return () => {
      clearInterval(recheck);
      leaveDevices();
      leaveMenus();
      leaveNotice();
      unsubscribe();
    };
  });
}
