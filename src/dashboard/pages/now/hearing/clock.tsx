import { useComputed } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import { secondsOf, type Span } from '../../../state/gateway/clock.ts';
import { speakSpan, writeSpan } from '../../../text/formats.ts';
import { knownMs } from '../../../state/gateway/reach.ts';

/** A running span; a tick changes one text node. It stops while the gateway is lost, marked "as of". */
export function Clock({ span, label }: { span: ReadonlySignal<Span>; label: string }) {
  const seconds = useComputed(() => Math.floor(secondsOf(span.value, knownMs.value)));
  const text = useComputed(() => writeSpan(seconds.value));
  // Not every second: screen readers poll it, and for them minutes matter.
  const spoken = useComputed(() =>
    seconds.value < 60
      ? `less than a minute ${label}`
      : `${speakSpan(seconds.value - (seconds.value % 60))} ${label}`,
  );
  return (
    <b role="timer" aria-label={spoken}>
      {text}
    </b>
  );
}
