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
