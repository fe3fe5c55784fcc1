import { expect, it } from 'vitest';
import { alertEntityIdOf, arrivalTermOf } from '#platform/store/arrival-store.ts';
import { eraseSubject, findSubject } from '#platform/store/removal/erase-subject.ts';
import { expireVersions } from '#platform/store/removal/expire-versions.ts';
import type { SubjectRules } from '#platform/store/removal/subject-rules.ts';
import type { Store } from '#platform/store/store.ts';
import type { NewVersion } from '#platform/store/version-store.ts';
import { alertSubjectRules } from '../../subgraphs/arrivals/store/subject-rule.ts';
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

/** That a notice takes along what is derived from it. */
export function describeArrivalRemovals(openStore: OpenStore): void {
  it('erases the alerts and the arrival of a notice with it, counts the alerts, and keeps no byte of them', async () => {
    await using opened = await openStore();
    const { store } = opened;
    await fill(store);
    const key = { kind: 'NOTICE', partner: 'acme', transportDocumentReference: 'erased' } as const;
    const found = await findSubject(store, key, rules);
    expect([...found.entityIds['arrival-alerts']]).toHaveLength(60);
    // Raised while it was searched.
    await store.versions('arrival-alerts').append([alertOf(erased, 99, '0')]);
    const removal = await eraseSubject(store, found, { key });

    expect(await stateOf(store)).toEqual({ arrivals: [false, true], marks: [0, 1], alerts: [kept] });
    expect(removal.removed).toContainEqual({ log: 'arrival-alerts', partner: 'acme', kind: 'versions', count: 121 });
    expect(removal.removed).toContainEqual({ log: 'arrival-alerts', partner: 'acme', kind: 'entities', count: 61 });
    const bytes = await opened.keptBytes();
    expect([bytes.includes('erased'), bytes.includes('kept')]).toEqual([false, true]);
  });

  it('removes the alerts and the arrival of a notice when its last version expires, and those of no other', async () => {
    await using opened = await openStore();
    const { store } = opened;
    await fill(store);
    await store.versions('arrival-notice-versions').append([versionOf({ entityId: kept, sortKey: '2', receivedAt: at(900) })]);
    await sequenceAll(store.versions('arrival-notice-versions'));
    await expireVersions(store, { receivedBefore: at(500) });
    // The alerts of the kept notice are younger than it.
    expect(await stateOf(store)).toEqual({ arrivals: [false, true], marks: [0, 1], alerts: [kept] });
  });
}

/** Two notices with arrivals and marks: one alert of the one, two entries each of many of the other. */
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
