import { GatewayButton } from '../../controls/gateway-button.tsx';
import { isOffline } from '../../state/gateway/reach.ts';
import { Outline } from './outline.tsx';
import { PageFault } from './page-fault.tsx';

interface UnreadProps {
  /** `the flows`. */
  what: string;
  /** Undefined: still on its way. */
  fault: string | undefined;
  again: () => void;
}

/** In place of what has not been read: an outline until it comes, and the reason if it does not. Never an empty list, which would be a claim. */
export function Unread({ what, fault, again }: UnreadProps) {
  // Once the gateway is back, the page is read again by itself.
  if (fault === undefined || isOffline.value) return <Outline what={what} />;
  return (
    <PageFault text={fault}>
      <GatewayButton class="btn sm" onClick={again}>
        Try again
      </GatewayButton>
    </PageFault>
  );
}
