import { createRandom, type Random } from '@landfall/sandbox/random.ts';
import type { ProducerHabits } from '../producer-habits.ts';
import type { WorldCarrier } from './fleet.ts';
import type { WorldSettings } from './options.ts';
import { shuffled } from './shuffle.ts';

/** How one party writes its records. */
export interface WritingHabits {
  /** Share of its records that name the ship without its IMO number. */
  readonly withoutIMO: number;
  readonly codeList: 'SMDG' | 'NMFTA' | 'EITHER';
  /** Whose references its vessel schedules contain. For calls of its own ships it is the operator. */
  readonly references: 'OPERATOR' | 'OWN';
  readonly statesOperator: boolean;
  /** Share of its entries of partners that do not state the partner. */
  readonly anonymousPartners: number;
  /** How many days ago its schedules were correct. It does not know anything that happened later. */
  readonly lagDays: number;
  /** Whether its schedules state nothing but plans. */
  readonly plansOnly: boolean;
  /** Whether it leaves passages out of port schedules, because it has no vessel schedules that mark them. */
  readonly withoutPassages: boolean;
}

/** How one party answers requests and writes its records. */
export interface Habits extends WritingHabits {
  readonly producer: ProducerHabits;
}

/** How one publisher writes port call events. */
export interface PublishingHabits {
  /** Share of the calls about which it publishes events. */
  readonly coverage: number;
  /** Share of its visits with the reference of the terminal call. */
  readonly withReference: number;
  /** Share of its visits with voyage numbers. */
  readonly withVoyage: number;
  /** Share of its visits with numbers of a partner that does not operate the ship. */
  readonly ofPartner: number;
  /** Share of its visits with the IMO number. */
  readonly withIMO: number;
}

/** Draws the habits of a publisher. */
export function publishingHabitsOf(publisher: string, settings: WorldSettings): PublishingHabits {
  const random = createRandom(`publisher ${settings.seed} ${publisher}`);
  if (!settings.has('HABITS')) return { coverage: 1, withReference: 0.5, withVoyage: 1, ofPartner: 0.2, withIMO: 0.95 };
  return {
    coverage: random.pick([1, 1, 0.8, 0.5]),
    withReference: random.pick([0.9, 0.5, 0]),
    withVoyage: random.pick([1, 1, 0.8, 0.3]),
    ofPartner: random.pick([0, 0.2, 0.5]),
    withIMO: random.pick([1, 0.95, 0.95, 0.7]),
  };
}

const plain: Habits = {
  withoutIMO: 0.05,
  codeList: 'EITHER',
  references: 'OPERATOR',
  statesOperator: false,
  anonymousPartners: 0.1,
  lagDays: 0,
  plansOnly: false,
  withoutPassages: true,
  producer: {},
};

/**
 * Draws the habits of all carriers. Most are common ones. A few parties each have no vessel schedules or no port
 * schedules, answer 404 if they find nothing, truncate their answers, do not filter, or support only an older version
 * of the standard.
 */
export function habitsOf(carriers: readonly WorldCarrier[], settings: WorldSettings): ReadonlyMap<WorldCarrier, Habits> {
  const random = createRandom(`habits ${settings.seed}`);
  const answering = shuffled(answeringHabits(random), random);
  return new Map(
    carriers.map((carrier, place) => {
      const drawn = settings.has('HABITS') ? { ...plain, ...writingHabits(random), producer: answering[place] ?? {} } : plain;
      const plansOnly = settings.has('PLANS_ONLY') && createRandom(`plans ${settings.seed} ${carrier.id}`).chance(0.3);
      const habits: Habits = { ...drawn, plansOnly, withoutPassages: drawn.producer.lacks?.includes('vessel-schedules') === true };
      return [carrier, { ...habits, producer: { ...habits.producer, today: settings.day } }];
    }),
  );
}

function writingHabits(random: Random): Omit<WritingHabits, 'plansOnly' | 'withoutPassages'> {
  return {
    withoutIMO: random.chance(0.1) ? 0.6 : 0.05,
    codeList: random.pick(['SMDG', 'NMFTA', 'EITHER', 'EITHER']),
    references: random.pick(['OPERATOR', 'OWN']),
    statesOperator: random.chance(0.5),
    anonymousPartners: random.chance(0.2) ? 0.6 : 0.05,
    lagDays: random.pick([0, 0, 0, 0, 1, 2, 8]),
  };
}

/** Returns habits for each of ten parties. */
function answeringHabits(random: Random): readonly ProducerHabits[] {
  return [
    { lacks: [random.pick(['vessel-schedules', 'port-schedules'])] },
    { nothingIs404: true },
    { nothingIs404: true, pageSize: random.integer(1, 3) },
    { callsPerAnswer: random.integer(20, 60), continues: true },
    { callsPerAnswer: random.integer(20, 60), continues: false },
    { ignores: [random.pick(['DAYS', 'UNLocationCode'])] },
    { apiVersion: '1.0.1', pageSize: random.integer(2, 5) },
    { apiVersion: '1.0.2' },
    random.chance(0.5) ? { lacks: ['port-schedules'] } : {},
    {},
  ];
}
