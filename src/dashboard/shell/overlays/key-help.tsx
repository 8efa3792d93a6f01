import { Dialog } from '../../controls/dialog.tsx';
import { areKeysOn, isKeyHelpOpen, keyList, setKeysOn } from '../following/keys.ts';
import { Switch } from '../../controls/switch.tsx';

export function KeyHelp() {
  if (!isKeyHelpOpen.value) return null;
  const close = () => (isKeyHelpOpen.value = false);
  return (
    <Dialog labelledBy="key-help" onClose={close}>
      <h2 id="key-help">Keys</h2>
      <dl class="hand key-list">
        {keyList.map(([keys, does]) => (
          <div key={keys}>
            <dt>{keys}</dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <div class="row">
        <Switch labelledBy="keys-on" isOn={areKeysOn.value} onChange={setKeysOn} />
        <span id="keys-on">Single keys do this</span>
      </div>
      <button type="button" class="btn" autofocus onClick={close}>
        Close
      </button>
    </Dialog>
  );
}
