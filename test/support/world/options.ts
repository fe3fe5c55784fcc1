import { createRandom } from '../../../partners/sandbox/random.ts';
import { dayOfSeed } from './world-day.ts';

/** What makes a world hard to match; each can be switched. */
export type Trouble =
  /** Ports that a ship calls twice in a round, on two voyages. */
  | 'LOOPS'
  /** Ships that call twice a week at a port. */
  | 'TWICE_A_WEEK'
  /** Ports that a ship calls twice on one voyage. */
  | 'TWO_CALLS_A_VOYAGE'
  /** Visits in which the ship shifts from one terminal to another. */
  | 'TWO_TERMINALS'
  /** Two ships of a service change places. */
  | 'SWAPS'
  /** Calls that are left out. */
  | 'OMISSIONS'
  /** Carriers that sell a service of others under a code and numbers of their own, which no other carrier lists. */
  | 'CODESHARES'
  /** Partners that count voyages so that one's number is another's for the next round. */
  | 'COUNTERS'
  /** Numbers that name the week, given to all voyages that begin in it. */
  | 'SHARED_WEEKS'
  /** `9999R` where a number is not known yet. */
  | 'PLACEHOLDERS'
  /** Notices with a wrong ship, number, date or side, or without the code of the port. */
  | 'NOTICE_ERRORS'
  /** Schedules with a mistyped number now and then. */
  | 'SCHEDULE_ERRORS'
  /** Parties that answer and write each in their own way. */
  | 'HABITS';

const usual: readonly Trouble[] = ['LOOPS', 'TWO_TERMINALS', 'SWAPS', 'OMISSIONS', 'NOTICE_ERRORS', 'HABITS'];

/** Worlds that are measured. */
export const presets = {
  usual,
  'twice-a-week': [...usual, 'TWICE_A_WEEK'],
  counters: [...usual, 'COUNTERS'],
  dense: [...usual, 'TWICE_A_WEEK', 'TWO_CALLS_A_VOYAGE', 'CODESHARES', 'COUNTERS', 'SHARED_WEEKS', 'PLACEHOLDERS', 'SCHEDULE_ERRORS'],
} as const satisfies Readonly<Record<string, readonly Trouble[]>>;

export type Preset = keyof typeof presets;

/** What a world is made of besides its seed. */
export interface WorldOptions {
  /** ISO date on which the partners are asked. @default drawn from the seed, often where months, years or summer time end */
  readonly day?: string;
  /** @default `usual` */
  readonly troubles?: Preset | readonly Trouble[];
  /** How many notices there are. @default 100 */
  readonly notices?: number;
}

/** The options of one world, complete. */
export interface WorldSettings {
  readonly seed: number;
  readonly day: string;
  /** Noon of the day in UTC: the moment at which all partners are asked. */
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
