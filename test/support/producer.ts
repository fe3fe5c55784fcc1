import { type FakePartner, openFakePartner, type ScriptedAnswer } from './fake-partner.ts';
import { answerOf, type Schedules } from './producer-answers.ts';
import type { ProducerHabits } from './producer-habits.ts';

/** A temporary deviation of a Producer from the standard. */
export interface Shortcoming extends ScriptedAnswer {
  /** Whether it returns everything it has. */
  readonly ignoresFilters?: boolean;
  /** Parameters that it answers with 400. */
  readonly refuses?: readonly string[];
  /** Before 1.0.3 `responseScope` was unknown, and whole voyages are returned. */
  readonly apiVersion?: '1.0.2';
}

/** A Producer over real HTTP on loopback that applies the filters of the standard. */
export interface Producer extends FakePartner {
  /** Sets the deviation from now on; without an argument the Producer conforms to the standard. */
  behave(shortcoming?: Shortcoming): void;
  /** Replaces its data from now on. */
  publish(schedules: Partial<Schedules>): void;
}

/** Starts a Producer. @param habits how it permanently answers */
export async function openProducer(schedules: Partial<Schedules>, habits: ProducerHabits = {}): Promise<Producer> {
  let published = schedules;
  let shortcoming: Shortcoming = {};
  const partner = await openFakePartner({
    otherwise: (request) => {
      const { refuses, apiVersion = habits.apiVersion, ignoresFilters = false, ...answer } = shortcoming;
      if (refuses?.some((name) => request.query.has(name))) return { status: 400, body: { statusCode: 400, errors: [] } };
      const requested = ignoresFilters ? { ...request, query: new URLSearchParams() } : request;
      const { headers, ...made } = answerOf(published, requested, apiVersion === undefined ? habits : { ...habits, apiVersion });
      return { ...made, ...answer, headers: { ...headers, ...answer.headers } };
    },
  });
  return Object.assign(partner, {
    behave: (next: Shortcoming = {}) => {
      shortcoming = next;
    },
    publish: (next: Partial<Schedules>) => {
      published = next;
    },
  });
}
