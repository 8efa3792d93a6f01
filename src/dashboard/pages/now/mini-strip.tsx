import { classHeights } from '../../state/class-heights.ts';
import type { Segment } from '../../state/live-call.ts';

const height = 18;

/** What was heard in a call that is over, as wide as a thumb. */
export function MiniStrip({ strip, seconds }: { strip: readonly (readonly unknown[])[]; seconds: number }) {
  const total = Math.max(1, seconds);
  return (
    <svg aria-hidden="true" height={height}>
      <rect x="0" y={height - 1} width="100%" height="1" class="f-none" />
      {strip.map(([type, start, end]) => {
        const tall = (classHeights[type as Segment['type']] ?? 0.1) * height;
        const from = (Number(start) / total) * 100;
        const width = Math.max(1.2, ((Number(end) - Number(start)) / total) * 100 - 0.3);
        return (
          <rect
            key={String(start)}
            x={`${from.toFixed(2)}%`}
            y={height - tall}
            width={`${width.toFixed(2)}%`}
            height={tall}
            rx="1.5"
            class={`f-${String(type)}`}
          />
        );
      })}
    </svg>
  );
}
