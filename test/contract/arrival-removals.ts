import { expect, it } from 'vitest';
import { alertEntityIdOf, arrivalTermOf } from '#platform/store/arrival-store.ts';
import { eraseSubject, findSubject } from '#platform/store/removal/erase-subject.ts';
import { expireVersions } from '#platform/store/removal/expire-versions.ts';
import type { SubjectRules } from '#platform/store/removal/subject-rules.ts';
import type { Store } from '#platform/store/store.ts';
import type { NewVersion } from '#platform/store/version-store.ts';
import { evaluateStep } from '../../subgraphs/arrivals/evaluator/evaluate-step.ts';
import { createUpdateArrivals } from '../../subgraphs/arrivals/evaluator/update-arrivals.ts';
import { createRowOf } from '../../subgraphs/arrivals/store/state-rows.ts';
import { alertSubjectRules } from '../../subgraphs/arrivals/store/subject-rule.ts';
import { noticeIssued, startMs } from '../support/arrival-evidence.ts';
import { arrivalOf } from './arrival-samples.ts';
import { at, type OpenStore, readWholeLog, sequenceAll, versionOf } from './version-store-samples.ts';

const [erased, kept] = ['["acme","erased"]', '["acme","kept"]'] as const;
const isNone = () => false;
const rules: SubjectRules = {
  'arrival-notice-versions': {
    isAbout: ({ entityId }, key) => key.kind === 'NOTICE' && JSON.parse(entityId)[1] === key.transportDocumentReference,
  },
  'arrival-notice-notifications': { isAbout: isNone },
  'port-call-events': { isAbout: isNone },
  ...alertSubjectRules,
};

/** Tests that data derived from a notice is removed together with it. */
export function describeArrivalRemovals(openStore: OpenStore): void {
  it('erases the alerts and the arrival of a notice with it, counts the alerts, and keeps none of their bytes', async () => {
    await using opened = await openStore();
    const { store } = opened;
    await fill(store);
    const key = { kind: 'NOTICE', partner: 'acme', transportDocumentReference: 'erased' } as const;
    const found = await findSubject(store, key, rules);
    expect([...found.entityIds['arrival-alerts']]).toHaveLength(60);
    // Raised while the subject was searched.
    await store.versions('arrival-alerts').append([alertOf(erased, 99, '0')]);
    const removal = await eraseSubject(store, found, { key });

    expect(await stateOf(store)).toEqual({ arrivals: [false, true], marks: [0, 1], alerts: [kept] });
    expect(removal.removed).toContainEqual({ log: 'arrival-alerts', partner: 'acme', kind: 'versions', count: 121 });
    expect(removal.removed).toContainEqual({ log: 'arrival-alerts', partner: 'acme', kind: 'entities', count: 61 });
    const bytes = await opened.keptBytes();
    expect([bytes.includes('erased'), bytes.includes('kept')]).toEqual([false, true]);
  });

  it.each(['before its arrival is written', 'after its arrival is written'] as const)(
    'keeps nothing of a notice that is erased while it is evaluated, %s',
    async (moment) => {
      await using opened = await openStore();
      const { store } = opened;
      const id = '["acme","FARM00012345"]';
      await store.versions('arrival-notice-versions').append([versionOf({ entityId: id, receivedAt: at(0), index: { terms: [] } })]);
      await sequenceAll(store.versions('arrival-notice-versions'));
      const views = [{ id: 'all', collected: [], shows: () => true }];
      const versions = [{}, { isFreightReleased: true }].map((changes, hours) => ({
        evidence: noticeIssued(hours, changes),
        partyTerms: [],
        partyWords: [],
      }));
      const stepOf = (hours: number) => ({ arrivalId: id, views, nowMs: startMs + hours * 3_600_000, notice: versions[hours] });
      const key = { kind: 'NOTICE', partner: 'acme', transportDocumentReference: 'FARM00012345' } as const;
      const erase = async (reached: typeof moment) => {
        const ofAll = { ...rules, 'arrival-notice-versions': { isAbout: ({ entityId }: { entityId: string }) => entityId === id } };
        if (reached === moment) await eraseSubject(store, await findSubject(store, key, ofAll), { key });
      };
      let writes = 0;
      const write: typeof store.arrivals.write = async (rows) => {
        if (rows.length > 0) writes += 1;
        if (writes === 1) await erase('before its arrival is written');
        const written = await store.arrivals.write(rows);
        await erase('after its arrival is written');
        return written;
      };
      const watched: Store = { ...store, arrivals: { ...store.arrivals, write } };
      const update = createUpdateArrivals(
        watched,
        createRowOf(() => [], { now: () => startMs }),
        () => {},
      );
      await update([id], (_, state) => evaluateStep(state ?? evaluateStep(undefined, stepOf(0)), stepOf(1)));
      expect(writes).toBeGreaterThan(0);
      expect(await store.arrivals.find([id])).toEqual([undefined]);
      await sequenceAll(store.versions('arrival-alerts'));
      expect(await readWholeLog(store.versions('arrival-alerts'))).toEqual([]);
    },
  );

  it('removes the alerts and the arrival of a notice when its last version expires, and no others', async () => {
    await using opened = await openStore();
    const { store } = opened;
    await fill(store);
    await store.versions('arrival-notice-versions').append([versionOf({ entityId: kept, sortKey: '2', receivedAt: at(900) })]);
    await sequenceAll(store.versions('arrival-notice-versions'));
    await expireVersions(store, { receivedBefore: at(500) });
    // The alerts of the kept notice are more recent than the notice.
    expect(await stateOf(store)).toEqual({ arrivals: [false, true], marks: [0, 1], alerts: [kept] });
  });
}

/**
 * Creates two notices with arrivals and marks: one alert of the first, and many alerts of the other with two entries
 * each.
 */
async function fill(store: Store): Promise<void> {
  for (const [index, entityId] of [erased, kept].entries()) {
    const notices = store.versions('arrival-notice-versions');
    await notices.append([versionOf({ entityId, receivedAt: at(index), index: { terms: ['partner:acme'] } })]);
    await sequenceAll(notices);
    const mark = { tenant: 'blue', arrivalId: entityId, target: entityId, kind: 'COLLECTED', at: at(0) } as const;
    const row = arrivalOf({ arrivalId: entityId, document: JSON.stringify({ arrivalId: entityId }), terms: [`document:${entityId}`] });
    await store.arrivals.write([{ row, revision: 0, putMarks: [mark] }]);
  }
  const alerts = Array.from({ length: 60 }, (_, index) => ['0', '1'].map((sortKey) => alertOf(erased, index, sortKey))).flat();
  await store.versions('arrival-alerts').append([alertOf(kept, 0, '0'), ...alerts]);
  await sequenceAll(store.versions('arrival-alerts'));
}

function alertOf(arrivalId: string, order: number, sortKey: string): NewVersion {
  const terms = ['partner:acme', arrivalTermOf(arrivalId)];
  const text = JSON.stringify({ arrivalId, evidence: [] });
  return versionOf({
    entityId: alertEntityIdOf(arrivalId, `a${order}`),
    sortKey,
    receivedAt: at(600 + order),
    receivedBy: 'DERIVED',
    text,
    index: { terms },
  });
}

async function stateOf(store: Store): Promise<object> {
  const arrivals = (await store.arrivals.find([erased, kept])).map((arrival) => arrival !== undefined);
  const marks = await Promise.all([erased, kept].map(async (id) => (await store.arrivals.findMarks([id])).length));
  const log = await readWholeLog(store.versions('arrival-alerts'));
  return { arrivals, marks, alerts: [...new Set(log.map(({ entityId }) => JSON.parse(entityId)[0]))] };
}
