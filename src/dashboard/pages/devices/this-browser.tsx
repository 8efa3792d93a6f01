import { useSignal } from '@preact/signals';
import { Icon } from '../../icons/icon.tsx';
import { tryRing } from '../../shell/ring.ts';

/** What this page itself can do when a person answers. */
export function ThisBrowser() {
  const tried = useSignal(false);
  return (
    <section class="card">
      <div class="card-head">
        <h2>This page</h2>
      </div>
      <ul class="checks pad">
        <li>
          <span class="yes">
            <Icon name="circle-check" />
          </span>
          <span>
            Ring tone
            <br />
            <span class="faint sm">sounds while a person waits, as long as the page is open</span>
          </span>
          <button
            type="button"
            class="btn sm quiet"
            onClick={() => {
              tried.value = true;
              void tryRing();
            }}
          >
            <Icon name="play" />
            {tried.value ? 'Again' : 'Try'}
          </button>
        </li>
        {window.isSecureContext ? null : (
          <li>
            <span class="no">
              <Icon name="circle-alert" />
            </span>
            <span>
              This page cannot take calls: it is not on https
              <br />
              <span class="faint sm">use a SIP phone, or have ntfy tell you (Settings, Webhooks)</span>
            </span>
            <span />
          </li>
        )}
      </ul>
    </section>
  );
}
