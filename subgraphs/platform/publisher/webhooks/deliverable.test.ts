import { describe, expect, it } from 'vitest';
import { recipientOf } from '../../../../test/support/parsed-partner.ts';
import { storedVersion } from '../../../../test/support/stored-version.ts';
import { partyTermOf } from '../../access/visibility.ts';
import type { CurrentRow, StoredVersion } from '../../store/version-store.ts';
import type { Recipient } from '../recipient.ts';
import { filterDeliverable } from './deliverable.ts';

const log = 'arrival-notice-versions';
const ownParty = { codeListProvider: 'SMDG', partyCode: 'OWN' };
const [named, notNamed] = [[partyTermOf(ownParty), 'partner:coral'], ['partner:coral']];

describe('of the waiting versions, a subscriber that sees one party is sent', () => {
  const subscriber = subscriberOf(`{ parties: [{ codeListProvider: ${ownParty.codeListProvider}, partyCode: ${ownParty.partyCode} }] }`);

  it('versions that name it, while the current version names it', async () => {
    const version = versionOf('a', named);
    expect(await sentOf([version], { subscriber, current: [versionOf('a', named)] })).toEqual([version]);
  });

  it('no version that does not name it', async () => {
    expect(await sentOf([versionOf('a', notNamed)], { subscriber, current: [versionOf('a', named)] })).toEqual([]);
  });

  it('no version of a notice that has been removed, or whose current version no longer names it', async () => {
    const versions = ['a', 'b', 'c'].map((entityId) => versionOf(entityId, named));
    expect(await sentOf(versions, { subscriber, current: [versionOf('a', notNamed), versionOf('b', named)] })).toEqual([versions[1]]);
  });
});

describe('of the waiting versions, a subscriber that sees some partners is sent', () => {
  it('nothing of a partner that its file no longer names', async () => {
    const subscriber = subscriberOf('{ partners: [northern-star] }');
    expect(await sentOf([versionOf('a', named)], { subscriber, current: [versionOf('a', named)] })).toEqual([]);
  });

  it('nothing that it sent itself', async () => {
    const version = { ...versionOf('a', named), partner: 'acme' };
    expect(await sentOf([version], { subscriber: subscriberOf('{}'), current: [version] })).toEqual([]);
  });
});

function sentOf(
  versions: readonly StoredVersion[],
  { subscriber, current }: { readonly subscriber: Recipient; readonly current: readonly StoredVersion[] },
): Promise<readonly StoredVersion[]> {
  const heads = new Map(current.map((version): [string, CurrentRow] => [version.entityId, headOf(version)]));
  return filterDeliverable(versions, {
    log,
    recipient: subscriber,
    versions: { findCurrent: async (entityIds) => entityIds.map((entityId) => heads.get(entityId)) },
  });
}

function headOf(current: StoredVersion): CurrentRow {
  return { entityId: current.entityId, current, firstReceivedAt: current.receivedAt, position: '' };
}

function versionOf(entityId: string, terms: readonly string[]): StoredVersion {
  return storedVersion({ partner: 'coral', entityId, sortKey: '2026-03-02T13:05:00', terms });
}

function subscriberOf(see: string): Recipient {
  return recipientOf(`id: acme\nname: ACME\npublish: { see: ${see}, push: { arrivalNotices: "https://in.acme.example/an" } }\n`);
}
