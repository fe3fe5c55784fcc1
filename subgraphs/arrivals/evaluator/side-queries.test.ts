import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ExecuteQuery } from '#platform/graphql/engine.ts';
import { arrivalIdOf } from '../model.ts';
import { callerOfPartners } from '../tenant-views.ts';
import { querySides, type SideAnswers, type SideQuestion, withoutSilentPartners } from './side-queries.ts';

const partners = ['acme', 'line', 'port', 'quay', 'tugs', 'lock'];
const identityOf = (number: number) => ({ partner: 'acme', transportDocumentReference: `BL${number}`, typeLabel: null });
const arrivals = [0, 1, 2];
const { signal } = new AbortController();

/** What partners state: the carriers that offer schedules, and the arrivals about which each partner has sent events. */
interface World {
  readonly carriers: readonly string[];
  readonly possible: readonly string[];
  readonly events: Readonly<Record<string, readonly number[]>>;
  /** A carrier that does not answer. */
  readonly failing: string | undefined;
}

/** Answers queries as the subgraphs do: with nothing of a partner that the caller may not see. */
function createWorld({ carriers, possible, events, failing }: World) {
  const answered: { readonly listed: readonly string[]; readonly isSurvey: boolean }[] = [];
  const executeQuery = (async ({ document, variables, caller }: Parameters<ExecuteQuery>[0]) => {
    const { partners: listed, portCalls } = caller.entitlement;
    const { references = [] } = (variables ?? {}) as { readonly references?: readonly string[] };
    const sees = (partner: string) => listed === '*' || listed.includes(partner);
    const isSurvey = !document.includes('arrivalMatchKey');
    answered.push({ listed: listed === '*' ? partners : listed, isSurvey });
    const nodes = arrivals.flatMap((number) => {
      const { partner, transportDocumentReference, typeLabel } = identityOf(number);
      if (!references.includes(transportDocumentReference)) return [];
      const schedules = carriers.filter(sees).map((id) => ({ partner: { id }, status: id === failing ? 'FAILED' : 'OK' }));
      const stating = partners.filter((id) => sees(id) && events[id]?.includes(number));
      const sources = possible.filter(sees).map((id) => ({ partner: { id }, status: 'STORED' }));
      const outcome = sources.length === 0 ? 'UNKNOWN' : stating.length === 0 ? 'NONE' : 'UNIQUE';
      const arrivalCall = { outcome: 'NONE', unique: null, candidates: [], sources: schedules, of: carriers.filter(sees) };
      const port = { outcome, terminalOutcome: outcome, sources, events: stating, dependsOn: stating.map((id) => ({ id })) };
      const current = {
        transport: { legs: [] },
        arrivalMatchKey: `key ${number}`,
        arrivalCall,
        portCallEvents: portCalls ? port : undefined,
      };
      return [{ partner: { id: partner }, transportDocumentReference, typeLabel, current }];
    });
    return { data: { arrivalNotices: { nodes, pageInfo: { hasNextPage: false, endCursor: null } } }, errors: [] };
  }) as unknown as ExecuteQuery;
  return { executeQuery, answered, offersSchedules: (partner: string) => carriers.includes(partner) };
}

const someOf = fc.subarray(partners);
const worlds = fc.record<World>({
  carriers: fc.subarray(['acme', 'line']),
  possible: someOf,
  events: fc.dictionary(fc.constantFrom(...partners), fc.subarray(arrivals)),
  failing: fc.constantFrom(undefined, undefined, 'line'),
});
const lists = fc.array(fc.record({ listed: someOf.map((some) => [...new Set(['acme', ...some])]), portCalls: fc.boolean() }), {
  minLength: 1,
  maxLength: 12,
});

const questionsOf = (of: readonly { readonly listed: readonly string[]; readonly portCalls: boolean }[]) =>
  of.flatMap(({ listed, portCalls }): SideQuestion[] => {
    const into = new Map<string, SideAnswers>();
    const caller = callerOfPartners(listed, portCalls);
    return arrivals.map((number) => ({ request: { arrivalId: arrivalIdOf(identityOf(number)), maxAgeSeconds: 60 }, caller, into }));
  });

it('each list of partners gets the answer that it gets when it is queried alone', async () => {
  await fc.assert(
    fc.asyncProperty(worlds, lists, async (described, of) => {
      const world = createWorld(described);
      const alone = questionsOf(of);
      await querySides(world, alone, { distinct: new Map(), signal });
      const together = questionsOf(of);
      const reduced = await withoutSilentPartners(world, together, signal);
      await querySides(world, reduced, { distinct: new Map(), signal });
      expect(together.map(({ into }) => into)).toEqual(alone.map(({ into }) => into));
      // A statement that arrives in between cannot reach a list without its partner.
      for (const { caller, into } of reduced) {
        const { entitlement } = together.find((question) => question.into === into)?.caller ?? callerOfPartners([], false);
        expect(entitlement.partners).toEqual(expect.arrayContaining([...caller.entitlement.partners]));
        expect(caller.entitlement.portCalls).toBe(entitlement.portCalls);
      }
    }),
    { numRuns: 300 },
  );
});

it('lists that differ only in partners that have stated nothing are queried once', async () => {
  const world = createWorld({ carriers: ['acme'], possible: partners, events: { port: [0, 1, 2] }, failing: undefined });
  const silent = [['quay'], ['tugs'], ['lock'], ['quay', 'tugs'], ['quay', 'lock'], ['tugs', 'lock']];
  const questions = questionsOf(silent.map((some) => ({ listed: ['acme', 'port', ...some], portCalls: true })));
  await querySides(world, await withoutSilentPartners(world, questions, signal), { distinct: new Map(), signal });
  expect(world.answered.map(({ listed }) => listed.toSorted())).toEqual([
    partners.filter((id) => id !== 'line').toSorted(),
    ['acme', 'port'],
  ]);
});

it('lists are queried separately while a schedule is unknown, on which the events of an arrival depend', async () => {
  const world = createWorld({ carriers: ['acme', 'line'], possible: partners, events: {}, failing: 'line' });
  const questions = questionsOf(['port', 'quay', 'tugs', 'lock'].map((one) => ({ listed: ['acme', 'line', one], portCalls: true })));
  const reduced = await withoutSilentPartners(world, questions, signal);
  expect(reduced.map(({ caller }) => caller)).toEqual(questions.map(({ caller }) => caller));
});

it('an answer names the partners that have answered about schedules, without which no match is lost', async () => {
  const world = createWorld({ carriers: ['acme', 'line'], possible: partners, events: {}, failing: undefined });
  const questions = questionsOf(['port', 'quay', 'tugs', 'lock'].map((one) => ({ listed: ['acme', 'line', one], portCalls: true })));
  await querySides(world, await withoutSilentPartners(world, questions, signal), { distinct: new Map(), signal });
  for (const { into } of questions) {
    for (const { schedule } of into.values()) expect(schedule?.sources.map(({ partner }) => partner?.id)).toEqual(['acme', 'line']);
  }
});
