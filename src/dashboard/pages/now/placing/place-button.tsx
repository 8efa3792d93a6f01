import { Icon } from '../../../icons/icon.tsx';
import { GatewayButton } from '../../../controls/gateway-button.tsx';
import { health } from '../../../state/gateway/gateway.ts';

interface PlaceButtonProps {
  /** Whether I wait on hold. */
  holds: boolean;
  /** Whether the call is placed later. */
  isPlanned: boolean;
  isBusy: boolean;
}

/** What the form is for: below it on a desk, docked on a phone. A call can be planned while Asterisk is away. */
export function PlaceButton({ holds, isPlanned, isBusy }: PlaceButtonProps) {
  const cannot = !isPlanned && health.value?.asterisk.ok === false;
  const label = isPlanned
    ? isBusy
      ? 'Planning …'
      : 'Plan the call'
    : isBusy
      ? 'Dialling …'
      : holds
        ? 'Call and wait'
        : 'Call';
  const button = (className: string) => (
    <GatewayButton type="submit" class={`btn primary ${className}`} dials={!isPlanned} disabled={isBusy}>
      <Icon name={isPlanned ? 'calendar-clock' : 'phone-outgoing'} />
      {label}
    </GatewayButton>
  );
  return (
    <>
      <div class="row desk">
        {button('lg')}
        <span class="hint">
          {cannot
            ? 'Not while Asterisk is away.'
            : holds
              ? 'You can close this page. I ring you when a person answers.'
              : 'Your phone rings first, then theirs.'}
        </span>
      </div>
      <div class="dock">{button('grow')}</div>
    </>
  );
}
