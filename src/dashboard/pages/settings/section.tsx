import type { ComponentChildren } from 'preact';
import { Icon } from '../../icons/icon.tsx';
import { Fault } from '../../controls/fault.tsx';
import { GatewayButton } from '../../controls/gateway-button.tsx';
import { isOffline } from '../../state/gateway/reach.ts';

interface SectionProps {
  id: string;
  name: string;
  /** The button that adds an item. */
  adds?: { text: string; onPress: () => void };
  fault?: string | undefined;
  children: ComponentChildren;
}

/** One part of the settings under its heading. */
export function Section({ id, name, adds, fault, children }: SectionProps) {
  const heading = `${id}-name`;
  return (
    <section id={id} aria-labelledby={heading}>
      {adds === undefined ? (
        <h2 id={heading}>{name}</h2>
      ) : (
        <div class="row sec-head">
          <h2 class="grow" id={heading}>
            {name}
          </h2>
          <GatewayButton class="btn sm" onClick={adds.onPress}>
            <Icon name="plus" />
            {adds.text}
          </GatewayButton>
        </div>
      )}
      {/* Of a lost gateway the banner tells, once for all sections, which are read again after it. */}
      <Fault text={isOffline.value ? undefined : fault} />
      {children}
    </section>
  );
}
