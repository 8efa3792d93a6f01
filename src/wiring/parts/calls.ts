import type { AsteriskSide } from '../../asterisk/index.ts';
import { CallRegister, type RegisterNeeds } from '../../calls/call-register.ts';
import { ChatDecider } from '../../chat/chat-decider.ts';
import { ChatSummariser } from '../../chat/chat-summariser.ts';
import type { Config } from '../../config/config.ts';
import { vectorBytes } from '../../domain/menu-choice/vector-bytes.ts';
import type { RunningDeviceDesk } from '../../devices/device-desk.ts';
import { createFlowLookup } from '../../flows/flow-desk.ts';
import type { FlowTrials } from '../../flows/trials.ts';
import { Sentences } from '../../sentences/sentences.ts';
import type { Store } from '../../store/open.ts';

/** Creates the service's calls on the telephone side, the store and the engines that were opened for them. */
export function createCallRegister({
  config,
  store,
  line: { telephony, lines, media },
  devices,
  trials,
  ...rest
}: Pick<RegisterNeeds, 'tape' | 'speech' | 'transcriber' | 'trunk' | 'companyOf' | 'log'> & {
  config: Config;
  store: Pick<Store, 'calls' | 'journal' | 'recordings' | 'menuSounds' | 'flows'>;
  line: Pick<AsteriskSide, 'telephony' | 'lines' | 'media'>;
  devices: Pick<RunningDeviceDesk, 'list' | 'permitAddress'>;
  trials: FlowTrials;
}): CallRegister {
  // Now, not at the first menu: an update may replace the file while this version runs.
  if (config.exploresMenus) vectorBytes();
  return new CallRegister({
    ...rest,
    store: store.calls,
    journal: store.journal,
    memory: store.recordings,
    menuSounds: store.menuSounds,
    summariser: config.summaryChat === undefined ? undefined : new ChatSummariser(config.summaryChat),
    sentences: config.exploresMenus ? new Sentences(rest.log) : undefined,
    menuDecider: config.menuChat === undefined ? undefined : new ChatDecider(config.menuChat),
    flows: createFlowLookup(store.flows, trials),
    telephony,
    devices: () => devices.list(),
    onDeviceChange: (listener) => lines.onChange(listener),
    onDeviceMove: (listener) => lines.onMove(listener),
    permitAddress: (deviceId) => devices.permitAddress(deviceId),
    createListener: (options) => media.createListener(options),
    createRelay: () => media.createListener(undefined),
    sensitivity: config.sensitivity,
    ringsEarly: config.ringsEarly,
    settings: {
      answerSeconds: config.answerSeconds,
      deviceRingSeconds: config.deviceRingSeconds,
      ringStrategy: config.ringStrategy,
      maxCallSeconds: config.maxCallMinutes * 60,
      greeting: config.greeting,
      reassurances: config.reassurances,
      asksBack: config.asksBack,
      announcement: config.announcement,
      masksDigits: config.transcription.masksDigits,
      exploresMenus: config.exploresMenus,
    },
  });
}
