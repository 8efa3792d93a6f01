import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Icon } from '../icons/icon.tsx';
import { microphoneFault } from './microphone.ts';
import {
  areSoundDevicesHidden,
  canChooseSpeaker,
  chooseDevice,
  chosenDevice,
  chosenName,
  followSoundDevices,
  microphones,
  nameSoundDevices,
  type SoundDevice,
  speakers,
} from './sound-devices.ts';
import { talkHere } from './phone.ts';

/** Chooses this browser's microphone and speaker; during a talk a new speaker takes effect at once. */
export function SoundChoice() {
  // A talk opens the microphone.
  useEffect(() => followSoundDevices(), [talkHere.value]);
  return (
    <>
      <Choice
        id="microphone"
        name="Microphone"
        icon="mic"
        found={microphones.value}
        onChange={(device) => {
          chooseDevice('microphone', device);
          void talkHere.peek()?.speakInto(device.id);
        }}
      />
      {canChooseSpeaker() ? (
        <Choice
          id="speaker"
          name="Speaker"
          icon="volume-2"
          found={speakers.value}
          onChange={(device) => {
            chooseDevice('speaker', device);
            void talkHere.peek()?.playThrough(device.id);
          }}
        />
      ) : null}
      {areSoundDevicesHidden.value ? <Hidden /> : null}
    </>
  );
}

/** The browser may ask for the microphone; it is closed at once. */
function Hidden() {
  const fault = useSignal('');
  const list = () =>
    nameSoundDevices().then(
      () => (fault.value = ''),
      (error: unknown) => (fault.value = microphoneFault(error)),
    );
  return (
    <li>
      <span />
      <span class="faint sm" role="status">
        {fault.value === ''
          ? `This browser tells which ${canChooseSpeaker() ? 'microphones and speakers' : 'microphones'} there are once the page has opened the microphone`
          : fault.value}
      </span>
      <button type="button" class="btn sm quiet" onClick={() => void list()}>
        List them
      </button>
    </li>
  );
}

function Choice({
  id,
  name,
  icon,
  found,
  onChange,
}: {
  id: 'microphone' | 'speaker';
  name: string;
  icon: 'mic' | 'volume-2';
  found: readonly SoundDevice[];
  onChange: (device: SoundDevice) => void;
}) {
  const chosen = chosenDevice(id);
  const isThere = chosen === '' || found.some((each) => each.id === chosen);
  return (
    <li>
      <Icon name={icon} />
      <label class="sound-choice">
        {name}
        <select
          class="input"
          value={chosen}
          onChange={({ currentTarget: { value, selectedOptions } }) =>
            onChange({ id: value, name: selectedOptions[0]?.text ?? '' })
          }
        >
          <option value="">Automatic</option>
          {found.map((each) => (
            <option key={each.id} value={each.id}>
              {each.name}
            </option>
          ))}
          {isThere ? null : (
            <option value={chosen}>{areSoundDevicesHidden.value ? chosenName(id) : 'Not plugged in'}</option>
          )}
        </select>
      </label>
    </li>
  );
}
