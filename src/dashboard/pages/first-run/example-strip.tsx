import { heightOf } from '../../timeline/classes.ts';
import type { Segment } from '../../state/call/segments.ts';

const tall = 72;
const ground = 76;

/** An example call: [class, from, width] in percent. */
const example: readonly (readonly [Segment['type'], number, number])[] = [
  ['ringing', 0, 1.2],
  ['ivr_prompt', 1.42, 2.07],
  ['ivr_prompt', 3.86, 2.21],
  ['music', 6.43, 20.49],
  ['announcement', 27.14, 2.07],
  ['music', 29.43, 26.07],
  ['announcement', 55.71, 1.78],
  ['music', 57.71, 16.35],
  ['live_human', 74.43, 25.35],
];

export function ExampleStrip() {
  return (
    <figure class="tl" aria-hidden="true">
      <svg height="100">
        <line class="base" x1="0" x2="100%" y1="76.5" y2="76.5" />
        {example.map(([type, from, width]) => (
          <rect
            key={from}
            x={`${from}%`}
            y={ground - heightOf(type) * tall}
            width={`${width}%`}
            height={heightOf(type) * tall}
            rx="3"
            fill={`url(#p-${type})`}
          />
        ))}
        <text x="0" y="96">
          the menu
        </text>
        <text class="middle" x="41%" y="96" text-anchor="middle">
          I wait
        </text>
        <text x="87%" y="96" text-anchor="middle">
          you talk
        </text>
      </svg>
    </figure>
  );
}
