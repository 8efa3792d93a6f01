import { sentence } from '../../api/errors.ts';
import { Icon } from '../../icons/icon.tsx';
import { health } from '../../state/gateway/gateway.ts';
import { isOffline } from '../../state/gateway/reach.ts';

/** Shown on every page before someone places a call that must fail. */
export function GatewayBanner() {
  const known = health.value;
  if (known === undefined || isOffline.value || known.asterisk.ok) return null;
  return (
    <div class="banner bad connection" role="alert">
      <Icon name="circle-alert" />
      <span class="grow">
        <b>I cannot place calls: Asterisk is away.</b>
        <br />
        <span class="muted">
          {sentence(known.asterisk.detail ?? 'nothing answers there')} I try again every few seconds.
        </span>
      </span>
      <a class="btn sm" href="/settings#gateway">
        Details
      </a>
    </div>
  );
}
