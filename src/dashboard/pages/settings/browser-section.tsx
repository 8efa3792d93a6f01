import { Icon } from '../../icons/icon.tsx';
import { areKeysOn, isKeyHelpOpen, setKeysOn } from '../../shell/following/keys.ts';
import { tryRing } from '../../shell/following/ring.ts';
import { setTheme, type Theme, theme } from '../../shell/theme.ts';
import { Switch } from '../../controls/switch.tsx';
import { Section } from './section.tsx';

const themes: readonly { value: Theme; name: string; icon?: 'sun' | 'moon' }[] = [
  { value: 'system', name: 'System' },
  { value: 'light', name: 'Light', icon: 'sun' },
  { value: 'dark', name: 'Dark', icon: 'moon' },
];

/** Settings stored in this browser. */
export function BrowserSection({ id }: { id: string }) {
  return (
    <Section id={id} name="This browser">
      <div class="card list">
        <div class="it row0">
          <span>
            <b>Ring tone</b>
            <span class="muted sm">Two notes, rising, until you answer; while this page is open</span>
          </span>
          <button type="button" class="btn sm" onClick={() => void tryRing()}>
            <Icon name="play" />
            Try
          </button>
        </div>
        <div class="it row0">
          <b>Appearance</b>
          <span class="segc" role="group" aria-label="Appearance">
            {themes.map(({ value, name, icon }) => (
              <button
                key={value}
                type="button"
                aria-pressed={theme.value === value}
                aria-label={name}
                onClick={() => setTheme(value)}
              >
                {icon === undefined ? null : <Icon name={icon} />}
                {icon === undefined ? name : <span class="seg-text">{name}</span>}
              </button>
            ))}
          </span>
        </div>
        <div class="it row0">
          <span>
            <b id="keys-name">Single keys</b>
            <span class="muted sm">
              N for a new call, G and H for Now …{' '}
              <button type="button" class="link" onClick={() => (isKeyHelpOpen.value = true)}>
                all of them
              </button>
            </span>
          </span>
          <Switch labelledBy="keys-name" isOn={areKeysOn.value} onChange={setKeysOn} />
        </div>
      </div>
    </Section>
  );
}
