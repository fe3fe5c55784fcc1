import { randomUUID } from 'node:crypto';
import { type Clock, systemClock } from '../../shared/clock.ts';
import type { CursorCache } from '../../shared/cursors/cursor-cache.ts';
import type { Partner } from '../../shared/partners/partner.ts';
import { lastingStatuses } from '../../shared/upstream/status.ts';
import type { Answer, ScheduleQuestion } from '../model.ts';
import type { Collect } from './collect.ts';

/** How long snapshots, and so cursors, are good for. */
export const snapshotMs = 15 * 60 * 1_000;
/** Oldest answer that is used again, however great `maxAge` is. */
const maxAnswerMs = 60 * 60 * 1_000;
/** A snapshot may be taken of an answer at the end of its time. */
const keptMs = maxAnswerMs + snapshotMs;

/** For whom a question is asked, and how old an answer may be. */
export interface AnswerTerms {
  /** Names what the caller may see; answers under one entitlement are no good for another. */
  readonly entitlementKey: string;
  readonly maxAgeMs: number;
}

/** The answers of Producers, asked for and kept for a while. */
export interface Answers {
  /** The last answer to a question, if it is held and not older than the terms allow. Nobody is asked. */
  findHeld(partner: Partner, question: ScheduleQuestion, terms: AnswerTerms): Promise<Answer | undefined>;
  /** A Producer's answer to a question, not older than the terms allow. Equal questions in flight are asked once. */
  fetch(partner: Partner, question: ScheduleQuestion, terms: AnswerTerms): Promise<Answer>;
  /** An answer that was given before; undefined when it is gone. */
  find(id: string): Promise<Answer | undefined>;
}

/** Opens the answers over a cache that may lose any of them. */
export function createAnswers(parts: { readonly collect: Collect; readonly cache: CursorCache; readonly clock?: Clock }): Answers {
  const { collect, cache, clock = systemClock } = parts;
  const inFlight = new Map<string, Promise<Answer>>();
  const find = (id: string) => cache.find(`schedules-answer:${id}`) as Promise<Answer | undefined>;

  const findLatest = async (key: string, maxAgeMs: number): Promise<Answer | undefined> => {
    if (maxAgeMs === 0) return undefined;
    const latest = (await cache.find(key)) as { readonly id: string; readonly at: number } | undefined;
    return latest === undefined || clock.now() - latest.at > Math.min(maxAgeMs, maxAnswerMs) ? undefined : find(latest.id);
  };

  const ask = async (partner: Partner, question: ScheduleQuestion, key: string): Promise<Answer> => {
    const answer: Answer = { id: randomUUID(), ...(await collect(partner, question)) };
    await cache.put(`schedules-answer:${answer.id}`, answer, keptMs);
    if (lastingStatuses.has(answer.report.status)) await cache.put(key, { id: answer.id, at: clock.now() }, maxAnswerMs);
    return answer;
  };

  return {
    find,
    findHeld: (partner, question, terms) => findLatest(keyOf(partner, question, terms), terms.maxAgeMs),
    fetch: async (partner, question, terms) => {
      const { maxAgeMs } = terms;
      const key = keyOf(partner, question, terms);
      const held = await findLatest(key, maxAgeMs);
      if (held !== undefined) return held;
      const asked = inFlight.get(key);
      if (asked !== undefined) return asked;
      const asking = ask(partner, question, key).finally(() => inFlight.delete(key));
      inFlight.set(key, asking);
      return asking;
    },
  };
}

function keyOf({ id, commercialSchedules }: Partner, question: ScheduleQuestion, { entitlementKey }: AnswerTerms): string {
  return `schedules-latest:${JSON.stringify([id, commercialSchedules, question, entitlementKey])}`;
}
