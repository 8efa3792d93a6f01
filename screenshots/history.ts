import type { PastCall } from '../test/rig/past-calls.ts';

/** What an owner's calls of three months look like. */

type Heard = PastCall['heard'];

const dayMs = 86_400_000;

/** Ringing, a menu, and a queue whose announcement comes every two minutes. */
function queued(holdSeconds: number, menuSeconds = 30): Heard {
  const heard: (readonly [Heard[number][0], number])[] = [
    ['ringing', 8],
    ['ivr_prompt', menuSeconds],
  ];
  let left = holdSeconds;
  while (left > 0) {
    const music = Math.min(left, 110);
    heard.push(['music', music]);
    left -= music;
    if (left <= 0) break;
    const announcement = Math.min(left, 9);
    heard.push(['announcement', announcement]);
    left -= announcement;
  }
  return heard;
}

interface Habit {
  number: string;
  company: string;
  intents: readonly string[];
  /** Days ago, hour, minutes on hold, minutes of talk; no talk: nobody was reached. */
  calls: readonly (readonly [daysAgo: number, hour: number, held: number, talked: number])[];
}

const habits: readonly Habit[] = [
  {
    number: '+12025550108',
    company: 'Harbour Insurance',
    intents: ['the claim about the car', 'Claim 88-1042', 'the premium of next year'],
    calls: [
      [3, 10, 19.8, 6],
      [8, 9, 9.2, 4],
      [15, 14, 27.4, 8],
      [20, 11, 24, 3],
      [27, 9, 11.6, 5],
      [34, 12, 34, 9],
      [41, 10, 17.3, 4],
      [48, 15, 21, 6],
      [55, 9, 10.1, 3],
      [62, 13, 26.5, 7],
      [76, 10, 16.8, 5],
    ],
  },
  {
    number: '+12025550171',
    company: 'Atlas Airways',
    intents: ['Move the Lisbon flight to Friday', 'a refund for the missed connection'],
    calls: [
      [1, 9, 32.3, 7.5],
      [13, 17, 22.1, 5],
      [24, 10, 14.6, 6],
      [51, 16, 29.8, 4],
    ],
  },
  {
    number: '+12025550133',
    company: 'Meridian Bank',
    intents: ['Lift the limit of the card', 'a transfer that did not arrive'],
    calls: [
      [2, 16, 1.1, 4],
      [17, 11, 3.6, 2],
      [38, 14, 2.2, 3],
      [66, 10, 4, 2],
    ],
  },
  {
    number: '+12025550120',
    company: 'Acme Telecom',
    intents: ['Double charge in October', 'the line is slow'],
    calls: [
      [6, 17, 12, 3.5],
      [22, 11, 9.4, 5],
      [45, 10, 14.7, 4],
    ],
  },
  {
    number: '+12025550188',
    company: 'City Water Works',
    intents: ['Meter reading'],
    calls: [
      [4, 14, 12.8, 0],
      [30, 9, 6.5, 3],
    ],
  },
  {
    number: '+12025550160',
    company: 'Revenue Office',
    intents: ['Letter of 3 November'],
    calls: [[4, 8, 96, 0]],
  },
  {
    number: '+12025550145',
    company: 'Dr Okafor',
    intents: ['Appointment in December'],
    calls: [[6, 8, 1.5, 1.5]],
  },
];

/** Nobody answers at a weekend. */
function onWorkday(ms: number): number {
  const weekday = new Date(ms).getDay();
  return ms - (weekday === 0 ? 2 : weekday === 6 ? 1 : 0) * dayMs;
}

export function pastCalls(nowMs: number): PastCall[] {
  const today = new Date(nowMs).setHours(0, 0, 0, 0);
  return habits
    .flatMap(({ number, company, intents, calls }) =>
      calls.map(([daysAgo, hour, held, talked], index): PastCall => ({
        number,
        company,
        intent: intents[index % intents.length] ?? '',
        startedAtMs: onWorkday(today - daysAgo * dayMs) + hour * 3_600_000 + ((index * 17) % 50) * 60_000,
        heard: queued(Math.round(held * 60)),
        talkSeconds: Math.round(talked * 60),
        ...(talked === 0 ? { endReason: held > 60 ? 'hold_timeout' : 'hangup_remote' } : {}),
      })),
    )
    .sort((a, b) => a.startedAtMs - b.startedAtMs);
}

export const favourites = [
  {
    label: 'Harbour Insurance',
    number: '+12025550108',
    intent: 'claims',
    call_flow_id: null,
    mode: 'hold_slayer',
  },
  {
    label: 'Meridian Bank',
    number: '+12025550133',
    intent: 'cards',
    call_flow_id: null,
    mode: 'hold_slayer',
  },
  {
    label: 'Atlas Airways',
    number: '+12025550171',
    intent: 'bookings',
    call_flow_id: null,
    mode: 'hold_slayer',
  },
  {
    label: 'Acme Telecom',
    number: '+12025550120',
    intent: 'the bill',
    call_flow_id: null,
    mode: 'hold_slayer',
  },
] as const;
