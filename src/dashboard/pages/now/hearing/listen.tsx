import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../../../icons/icon.tsx';
import type { LiveListener } from './live-listener.ts';
import type { LiveCall } from '../../../state/call/live-call.ts';
import { offlineReason } from '../../../controls/gateway-button.tsx';
import { me } from '../../../state/gateway/session.ts';
import { isOffline } from '../../../state/gateway/reach.ts';

/** Plays the far end live. Loaded on demand; errors are shown below. */
export function Listen({ live }: { live: LiveCall }) {
  const listener = useSignal<LiveListener | undefined>(undefined);
  const fault = useSignal('');
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      listener.peek()?.stop();
    };
  }, [live.id]);
  if (me.value?.scope !== 'admin') return null;
  const current = listener.value;
  const hears = current !== undefined && current.phase.value !== 'over';
  const begin = async () => {
    fault.value = '';
    try {
      const { LiveListener: Listener } = await import('./live-listener.ts');
      if (isGone.current) return;
      listener.peek()?.stop();
      listener.value = new Listener(live.id);
    } catch {
      fault.value = 'This browser cannot play live audio.';
    }
  };
  const text = fault.value === '' ? (current?.text.value ?? '') : fault.value;
  const missed = current?.missedSeconds.value ?? 0;
  return (
    <>
      {hears ? <Level listener={current} /> : null}
      <button
        type="button"
        class="btn sm"
        disabled={!hears && isOffline.value}
        title={hears ? undefined : offlineReason()}
        onClick={() => (hears ? current.stop() : void begin())}
      >
        <Icon name={hears ? 'volume-x' : 'headphones'} />
        {hears ? 'Stop' : 'Listen'}
      </button>
      {text === '' && missed < 0.1 ? null : (
        <p class="muted sm listen-text" role="status">
          {text === '' ? `${missed.toFixed(1)} s did not come through` : text}
        </p>
      )}
    </>
  );
}

function Level({ listener }: { listener: LiveListener }) {
  return (
    <meter
      class="listen-level"
      min="0"
      max="1"
      value={Math.min(1, Math.sqrt(listener.level.value))}
      aria-label="How loud they are"
    />
  );
}
