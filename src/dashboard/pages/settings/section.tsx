import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect } from 'preact/hooks';
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
  /** Reads it again, where the fault left nothing to show. */
  again?: (() => void) | undefined;
  children: ComponentChildren;
}

/** Called once by each section that has something to show, or a fault. */
export const SectionSettled = createContext<(id: string) => void>(() => undefined);

/** One part of the settings under its heading. */
export function Section({ id, name, adds, fault, again, children }: SectionProps) {
  const heading = `${id}-name`;
  const settled = useContext(SectionSettled);
  const isSettled = again === undefined || fault !== undefined;
  useEffect(() => {
    if (isSettled) settled(id);
  }, [isSettled]);
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
      {/* The banner reports a lost gateway once for all sections, which are read again afterwards. */}
      {fault === undefined || isOffline.value ? null : (
        <div class="row wrap sec-fault">
          <Fault text={fault} />
          {again === undefined ? null : (
            <GatewayButton class="btn sm" onClick={again}>
              Try again
            </GatewayButton>
          )}
        </div>
      )}
      {children}
    </section>
  );
}

/** Closes the form that the section's button opened, which has the focus again before the form is gone. */
export function CancelAdding({ onClose }: { onClose: () => void }) {
  return (
    <button
      type="button"
      class="btn quiet"
      onClick={({ currentTarget }) => {
        currentTarget.closest('section')?.querySelector<HTMLElement>('.sec-head .btn')?.focus();
        onClose();
      }}
    >
      Cancel
    </button>
  );
}
