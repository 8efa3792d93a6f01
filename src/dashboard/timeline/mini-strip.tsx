import { heightOf } from './classes.ts';

export interface MiniStripProps {
  /** `[class, from, to]` in seconds since the call began. */
  strip: readonly (readonly (string | number)[])[];
  /** Of the whole call. */
  seconds: number;
  height?: number;
}

/** A thumbnail of what was heard in a call; the words next to it say what matters. */
export function MiniStrip({ strip, seconds, height = 18 }: MiniStripProps) {
  const total = Math.max(1, seconds, ...strip.map((each) => Number(each[2])));
  return (
    <svg aria-hidden="true" width="100%" height={height}>
      <rect x="0" y={height - 1} width="100%" height="1" class="f-none" />
      {strip.map(([type, from, to]) => {
        const tall = heightOf(String(type)) * height;
        const x = (Number(from) / total) * 100;
        const width = Math.max(1.2, ((Number(to) - Number(from)) / total) * 100 - 0.35);
        return (
          <rect
            key={from}
            x={`${Math.min(x, 98.8).toFixed(2)}%`}
            width={`${Math.min(width, 100 - Math.min(x, 98.8)).toFixed(2)}%`}
            y={height - tall}
            height={tall}
            rx="1.5"
            class={`f-${String(type)}`}
          />
        );
      })}
    </svg>
  );
}
