import { createRandom } from '@landfall/sandbox/random.ts';
import { dayOfSeed } from './world-day.ts';

/** Difficulties for matching. Each can be enabled. */
export type Trouble =
  /** Ports at which a ship calls twice in a round, on two voyages. */
  | 'LOOPS'
  /** Ships that call at a port twice a week. */
  | 'TWICE_A_WEEK'
  /** Ports at which a ship calls twice on one voyage. */
  | 'TWO_CALLS_A_VOYAGE'
  /** Visits in which the ship shifts from one terminal to another. */
  | 'TWO_TERMINALS'
  /** Two ships of a service that swap places. */
  | 'SWAPS'
  /** Calls that are omitted. */
  | 'OMISSIONS'
  /** Carriers that sell a service of others under their own code and numbers, which no other carrier lists. */
  | 'CODESHARES'
  /** Partners that count voyages so that one partner's number is another's for the next round. */
  | 'COUNTERS'
  /** Numbers that contain the week and are given to all voyages that begin in it. */
  | 'SHARED_WEEKS'
  /** `9999R` while a number is not known yet. */
  | 'PLACEHOLDERS'
  /** Notices with a wrong ship, number, date or side, or without the code of the port. */
  | 'NOTICE_ERRORS'
  /** Schedules that occasionally contain a mistyped number. */
  | 'SCHEDULE_ERRORS'
  /** Parties that each answer and write in their own way. */
  | 'HABITS'
  /** Ships that are late by the days until their next call at the port, and others by more days than any window has. */
  | 'LONG_DELAYS'
  /** Ships that are overdue: no party states the delay before the arrival. */
  | 'OVERDUE'
  /** Carriers whose schedules state nothing but plans. */
  | 'PLANS_ONLY'
  /** Events with many versions, of which some turn back. */
  | 'UNSTEADY_PORTS'
  /** Visit references that a port uses again after two or three weeks. */
  | 'REUSED_REFERENCES'
  /** Partners that the caller may not see. */
  | 'HIDDEN_PARTNERS'
  /** Notices of cargo that was rolled to a later call, but still have the day of the earlier one. */
  | 'ROLLED_CARGO'
  /** Notices with earlier versions, which stated other days, some of them that of an earlier call on the voyage. */
  | 'MOVED_NOTICES'
  /** Legs that end elsewhere beside arrival legs without a place, in any order. */
  | 'HALF_LOCATED_LEGS'
  /** Calls without cargo before the call at the same port, as in Commercial Schedules 1.0.4. */
  | 'PASSAGES';

const usual: readonly Trouble[] = ['LOOPS', 'TWO_TERMINALS', 'SWAPS', 'OMISSIONS', 'NOTICE_ERRORS', 'HABITS'];

const dense: readonly Trouble[] = [
  ...usual,
  'TWICE_A_WEEK',
  'TWO_CALLS_A_VOYAGE',
  'CODESHARES',
  'COUNTERS',
  'SHARED_WEEKS',
  'PLACEHOLDERS',
  'SCHEDULE_ERRORS',
];
/** What goes wrong on a bad day, all at once in the dense world. */
const badDay: readonly Trouble[] = [
  ...dense,
  'LONG_DELAYS',
  'OVERDUE',
  'PLANS_ONLY',
  'UNSTEADY_PORTS',
  'REUSED_REFERENCES',
  'HIDDEN_PARTNERS',
  'ROLLED_CARGO',
  'MOVED_NOTICES',
  'HALF_LOCATED_LEGS',
  'PASSAGES',
];

/** Worlds that are measured. */
export const presets = {
  usual,
  'twice-a-week': [...usual, 'TWICE_A_WEEK'],
  counters: [...usual, 'COUNTERS'],
  dense,
  'bad-day': badDay,
} as const satisfies Readonly<Record<string, readonly Trouble[]>>;

export type Preset = keyof typeof presets;

/** The options of a world in addition to its seed. */
export interface WorldOptions {
  /**
   * ISO date on which the partners are requested. @default drawn from the seed, often where months, years or summer
   * time end
   */
  readonly day?: string;
  /** @default `usual` */
  readonly troubles?: Preset | readonly Trouble[];
  /** Number of notices. @default 100 */
  readonly notices?: number;
}

/** The complete options of one world. */
export interface WorldSettings {
  readonly seed: number;
  readonly day: string;
  /** Noon of the day in UTC, the moment at which all partners are requested. */
  readonly nowMs: number;
  readonly notices: number;
  has(trouble: Trouble): boolean;
}

/** Completes options. */
export function settingsOf(seed: number, { day, troubles = 'usual', notices = 100 }: WorldOptions): WorldSettings {
  const chosen = day ?? dayOfSeed(createRandom(`day ${seed}`));
  const present = new Set<Trouble>(typeof troubles === 'string' ? presets[troubles] : troubles);
  return { seed, day: chosen, nowMs: Date.parse(`${chosen}T12:00:00Z`), notices, has: (trouble) => present.has(trouble) };
}
