import { Dialog } from './dialog.tsx';
import { areKeysOn, isKeyHelpOpen, keyList, setKeysOn } from './keys.ts';

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
      <label class="row">
        <input
          type="checkbox"
          role="switch"
          class="switch-in"
          checked={areKeysOn.value}
          onChange={({ currentTarget }) => setKeysOn(currentTarget.checked)}
        />
        Single keys do this
      </label>
      <button type="button" class="btn" autofocus onClick={close}>
        Close
      </button>
    </Dialog>
  );
}
