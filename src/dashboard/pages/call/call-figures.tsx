import { tickingSeconds } from '../../state/gateway/clock.ts';
import { knownMs } from '../../state/gateway/reach.ts';
import { writeSpan } from '../../text/formats.ts';
import type { LiveCall } from '../../state/call/live-call.ts';

/** Where the time went. */
export function CallFigures({ live }: { live: LiveCall }) {
  const held = tickingSeconds(() => live.hold.value, knownMs).value;
  const talked = tickingSeconds(() => live.talk.value, knownMs).value;
  const whole = tickingSeconds(() => live.total.value, knownMs).value;
  const rest = Math.max(0, whole - held - talked);
  return (
    <dl class="figs">
      <div class="fig">
        <dt>waited for you</dt>
        <dd class="num">{writeSpan(held)}</dd>
      </div>
      {talked > 0 ? (
        <div class="fig">
          <dt>you talked</dt>
          <dd class="num">{writeSpan(talked)}</dd>
        </div>
      ) : null}
      <div class="fig">
        <dt>{live.view.value.mode === 'hold_slayer' ? 'ringing and menu' : 'ringing'}</dt>
        <dd class="num">{writeSpan(rest)}</dd>
      </div>
    </dl>
  );
}
