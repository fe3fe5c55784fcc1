import { type FakePartner, openFakePartner, type ScriptedAnswer } from './fake-partner.ts';
import { answerOf, type Schedules } from './producer-answers.ts';
import type { ProducerHabits } from './producer-habits.ts';

/** How a Producer falls short of the standard for a while. */
export interface Shortcoming extends ScriptedAnswer {
  /** Answers with everything it has. */
  readonly ignoresFilters?: boolean;
  /** Answers 400 to a request with this parameter. */
  readonly refuses?: string;
  /** Before 1.0.3 `responseScope` was not known: whole voyages come. */
  readonly apiVersion?: '1.0.2';
}

/** A Producer over real HTTP on loopback that honours the filters of the standard. */
export interface Producer extends FakePartner {
  /** From now on it answers like this; without an argument as the standard wants it. */
  behave(shortcoming?: Shortcoming): void;
  /** From now on it has other things to tell. */
  publish(schedules: Partial<Schedules>): void;
}

/** Starts one. @param habits how it answers at all times */
export async function openProducer(schedules: Partial<Schedules>, habits: ProducerHabits = {}): Promise<Producer> {
  let published = schedules;
  let shortcoming: Shortcoming = {};
  const partner = await openFakePartner({
    otherwise: (request) => {
      const { refuses, apiVersion = habits.apiVersion, ignoresFilters = false, ...answer } = shortcoming;
      if (refuses !== undefined && request.query.has(refuses)) return { status: 400, body: { statusCode: 400, errors: [] } };
      const asked = ignoresFilters ? { ...request, query: new URLSearchParams() } : request;
      const { headers, ...made } = answerOf(published, asked, apiVersion === undefined ? habits : { ...habits, apiVersion });
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
