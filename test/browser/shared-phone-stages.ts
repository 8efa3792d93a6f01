import { startRelay } from '../rig/relay.ts';
import { openPhoneStage, PhoneStages, type PhoneStage } from './phone-stages.ts';

/** With a relay of its own: one scenario has it lost. */
interface RelayedStage extends PhoneStage {
  relay: Awaited<ReturnType<typeof startRelay>>;
}

async function openRelayedStage(): Promise<RelayedStage> {
  const relay = await startRelay();
  const stage = await openPhoneStage({ TURN_URL: relay.url, TURN_SECRET: relay.secret });
  stage.world.owns(relay);
  return { ...stage, relay };
}

let stages: PhoneStages<RelayedStage> | undefined;
let files = 0;

/**
 * Two stages for all files of the browser as a phone: uvu loads the files of a process before it runs the first. They close when each file has left.
 */
export function sharedPhoneStages() {
  const shared = (stages ??= new PhoneStages(2, openRelayedStage));
  files += 1;
  return {
    add: shared.add.bind(shared) as PhoneStages<RelayedStage>['add'],
    async leave(): Promise<void> {
      files -= 1;
      if (files === 0) await shared.close();
    },
  };
}
