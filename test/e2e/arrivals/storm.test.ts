import { describe, expect, test } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { openBackends } from '#platform/process/backends.ts';
import { openBerthStorm, type StormAlert } from '../../support/berth-storm.ts';
import { temporaryFolder } from '../../support/landfall.ts';
import { someStoresOfTests } from '../../support/stores.ts';

const documents = 12;

/** Returns the number of raised alerts of a kind for each document, and each pair of sides of a disagreement. */
function raised(alerts: readonly StormAlert[], kind: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { kind: each, transition, subject, arrival } of alerts) {
    const key = `${arrival.transportDocumentReference} ${kind === 'SOURCES_DISAGREE' ? subject : ''}`.trim();
    if (each === kind && transition === 'RAISED') counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

const once = new Map(Array.from({ length: documents }, (_, index) => [`STORM-${index}`, 1]));

describe.for(someStoresOfTests())('a port that changes its time by a day each minute for an hour, over $name', (testStore) => {
  test('causes few alerts for each document, then ETA_UNSTEADY, and nothing but a real delay until its time is steady', async () => {
    await using folder = await temporaryFolder();
    await using opened = testStore.open();
    await using backends = await openBackends(readConfig({ DATA_DIR: folder.path, ...opened.environment }));
    await using storm = await openBerthStorm({ store: backends.store, documents });
    await storm.alerts();

    for (const day of [1, 0, 1]) await storm.state(day);
    const opening = await storm.alerts();
    expect(raised(opening, 'ETA_UNSTEADY')).toEqual(once);
    for (const count of raised(opening, 'ETA_CHANGED').values()) expect(count).toBeLessThanOrEqual(2);
    // Three moves: of those sides that differ before, with or after them.
    for (const count of raised(opening, 'SOURCES_DISAGREE').values()) expect(count).toBeLessThanOrEqual(3);

    for (let minute = 4; minute < 30; minute += 1) await storm.state(minute % 2);
    expect(await storm.alerts()).toEqual([]);

    await storm.state(3);
    const delay = await storm.alerts();
    const told = delay.filter(({ kind, transition }) => kind === 'ETA_CHANGED' && transition === 'RAISED');
    expect(new Map(told.map(({ arrival }) => [arrival.transportDocumentReference, 1]))).toEqual(once);
    expect(new Set(told.map(({ after }) => after?.text))).toEqual(new Set([storm.textOf(3)]));
    expect(raised(delay, 'ETA_UNSTEADY')).toEqual(new Map());

    // The other day of the flips is beyond the range by a step: once, and then within it.
    await storm.state(4);
    for (const count of raised(await storm.alerts(), 'ETA_CHANGED').values()) expect(count).toBe(1);
    for (let minute = 32; minute <= 60; minute += 1) await storm.state(3 + (minute % 2));
    expect(await storm.alerts()).toEqual([]);

    await storm.pass(13 * 60);
    const closed = (await storm.alerts()).filter(({ kind, transition }) => kind === 'ETA_UNSTEADY' && transition === 'CLOSED');
    expect(new Map(closed.map(({ arrival }) => [arrival.transportDocumentReference, 1]))).toEqual(once);
    expect(new Set(closed.map(({ closeReason }) => closeReason))).toEqual(new Set(['STEADY']));
  }, 120_000);
});
