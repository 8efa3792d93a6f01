import { GatewayButton } from '../../controls/gateway-button.tsx';
import { Icon } from '../../icons/icon.tsx';
import { talkHere } from '../../phone/phone.ts';
import { loadAgain } from '../following/updates.ts';

/** Loads the whole document again, which would end a talk of this tab. */
export function LoadAgain() {
  const isTalking = talkHere.value !== undefined;
  return (
    <div class="row">
      <GatewayButton
        class="btn primary"
        disabled={isTalking}
        title={isTalking ? 'Not while you talk in this tab' : undefined}
        onClick={loadAgain}
      >
        <Icon name="refresh-cw" />
        Load it again
      </GatewayButton>
    </div>
  );
}
