import { GatewayButton } from '../../controls/gateway-button.tsx';
import { Icon } from '../../icons/icon.tsx';
import { talkHere } from '../../phone/phone.ts';
import { isOffline } from '../../state/gateway/reach.ts';
import { isOutdated, loadAgain } from '../following/updates.ts';

/** Offers to load the page again. Not by itself: a page that nobody has pressed since would ring without a sound. */
export function UpdateBanner() {
  if (!isOutdated.value || isOffline.value) return null;
  const isTalking = talkHere.value !== undefined;
  return (
    <div class="banner plain connection" role="status">
      <Icon name="refresh-cw" />
      <span class="grow">Holdfast was updated. This page is still the one from before.</span>
      <GatewayButton
        class="btn sm"
        disabled={isTalking}
        title={isTalking ? 'Not while you talk in this tab' : undefined}
        onClick={loadAgain}
      >
        Load the new one
      </GatewayButton>
    </div>
  );
}
