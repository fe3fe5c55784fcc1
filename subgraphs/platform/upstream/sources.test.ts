import { expect, it } from 'vitest';
import { callerOf, type Entitlement } from '../access/entitlement.ts';
import type { PartnerRegistry } from '../partners/registry.ts';
import type { CurrentRow, VersionFilter } from '../store/version-store.ts';
import { createSources } from './sources.ts';

const party = { codeListProvider: 'SMDG', partyCode: 'SHIP' };

/** Two partners, of which one has sent a version that names a party. Counts the reads. */
function createWorld() {
  const registry = { partners: () => [{ id: 'acme' }, { id: 'port' }], find: (id: string) => (id === 'none' ? undefined : { id }) };
  const reads: VersionFilter[] = [];
  const terms = ['partner:acme', 'party:SMDG\nSHIP'];
  const row = { current: { receivedAt: '2026-03-01T08:00:00.000Z' } } as CurrentRow;
  const sourcesFor = createSources({
    standard: 'ARRIVAL_NOTICE',
    log: 'arrival-notice-versions',
    partners: registry as unknown as PartnerRegistry,
    versions: {
      listCurrent: async ({ filter = {} }) => {
        reads.push(filter);
        return (filter.all ?? []).every((some) => some.some((term) => terms.includes(term))) ? [row] : [];
      },
    },
  });
  const receivedBy = async (rights: Partial<Entitlement>) => {
    const caller = callerOf({ partners: '*', parties: '*', charges: true, portCalls: true, operator: false, ...rights });
    const reports = await sourcesFor(caller)(['acme', 'none']);
    return reports.map(({ status, retrievedAt }) => [status, retrievedAt !== undefined]);
  };
  return { receivedBy, reads };
}

it('callers who see all of a partner share its report, whatever else they see', async () => {
  const { receivedBy, reads } = createWorld();
  for (const partners of ['*', ['acme'], ['acme', 'port'], ['acme', 'none']] as const) {
    expect(await receivedBy({ partners })).toEqual([
      ['STORED', true],
      ['NOT_CONNECTED', false],
    ]);
  }
  expect(reads.filter(({ all }) => all?.flat().includes('partner:acme'))).toHaveLength(1);
});

it('a report is not shared with callers who see nothing of the partner, or only the versions that name certain parties', async () => {
  const { receivedBy } = createWorld();
  const hidden = ['NOT_CONNECTED', false];
  expect(await receivedBy({})).toEqual([['STORED', true], hidden]);
  expect(await receivedBy({ partners: ['port'] })).toEqual([hidden, hidden]);
  expect(await receivedBy({ parties: [{ ...party, partyCode: 'OTHER' }] })).toEqual([['STORED', false], hidden]);
  expect(await receivedBy({ parties: [party] })).toEqual([['STORED', true], hidden]);
});
