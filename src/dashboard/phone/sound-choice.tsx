import { useEffect } from 'preact/hooks';
import { Icon } from '../icons/icon.tsx';
import {
  canChooseSpeaker,
  chooseDevice,
  chosenDevice,
  followSoundDevices,
  microphones,
  type SoundDevice,
  speakers,
} from './sound-devices.ts';
import { talkHere } from './phone.ts';

/** Chooses this browser's microphone and speaker; during a talk a new speaker takes effect at once. */
export function SoundChoice() {
  useEffect(() => followSoundDevices(), []);
  return (
    <>
      <Choice
        id="microphone"
        name="Microphone"
        icon="mic"
        found={microphones.value}
        onChange={(id) => {
          chooseDevice('microphone', id);
          void talkHere.peek()?.speakInto(id);
        }}
      />
      {canChooseSpeaker() ? (
        <Choice
          id="speaker"
          name="Speaker"
          icon="volume-2"
          found={speakers.value}
          onChange={(id) => {
            chooseDevice('speaker', id);
            void talkHere.peek()?.playThrough(id);
          }}
        />
      ) : null}
    </>
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
  onChange: (id: string) => void;
}) {
  const chosen = chosenDevice(id);
  const isThere = chosen === '' || found.some((each) => each.id === chosen);
  return (
    <li>
      <Icon name={icon} />
      <label class="sound-choice">
        {name}
        <select class="input" value={chosen} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
          <option value="">Automatic</option>
          {found.map((each) => (
            <option key={each.id} value={each.id}>
              {each.name}
            </option>
          ))}
          {isThere ? null : <option value={chosen}>Not plugged in</option>}
        </select>
      </label>
    </li>
  );
}
