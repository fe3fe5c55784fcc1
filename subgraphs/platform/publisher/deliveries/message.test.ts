import { describe, expect, it, test } from 'vitest';
import { recipientOf } from '../../../../test/support/parsed-partner.ts';
import { storedVersion } from '../../../../test/support/stored-version.ts';
import { partyTermOf } from '../../access/visibility.ts';
import type { CurrentRow, StoredVersion } from '../../store/version-store.ts';
import type { Recipient } from '../recipient.ts';
import { type DeliveryRoute, filterDeliverable, messageOf, type NumberedVersion } from './message.ts';

const recipient = subscriberOf('{}');
const route: DeliveryRoute = {
  url: 'https://in.acme.example/notices',
  version: '1.0.1',
  listName: 'arrivalNotices',
  write: ({ document }) => document,
};
const numberedOf = (sequence: number, partner: string, json: string): NumberedVersion =>
  storedVersion({ sequence, partner, document: Buffer.from(json) });

test('a message is one object with the list, contains its objects byte for byte, and names the partner of each', async () => {
  const versions = [numberedOf(1, 'coral', '{ "a": 1.50 }'), numberedOf(2, 'acme', '{"ü":"\\u00fc"}'), numberedOf(3, 'coral', '{}')];
  const message = await messageOf(versions, { recipient, route });
  expect(message?.body.toString()).toBe('{"arrivalNotices":[{ "a": 1.50 },{"ü":"\\u00fc"},{}]}');
  expect(message?.headers).toEqual({
    'content-type': 'application/json',
    'API-Version': '1.0.1',
    'Landfall-Row-Sources': '"coral";rows="0 2", "acme";rows="1"',
  });
  expect(message).toMatchObject({ target: recipient, url: route.url, listName: 'arrivalNotices', sent: versions });
});

test('a subscriber without a version header is sent none', async () => {
  const message = await messageOf([numberedOf(1, 'acme', '{}')], { recipient, route: { ...route, version: undefined } });
  expect(message?.headers).not.toHaveProperty('API-Version');
});

test('versions without a valid object are left out, and without any there is no message', async () => {
  const versions = [numberedOf(1, 'coral', '{"n":1}'), numberedOf(2, 'acme', '{"n":2}')];
  const withoutFirst: DeliveryRoute = { ...route, write: ({ sequence, document }) => (sequence === 1 ? undefined : document) };
  const message = await messageOf(versions, { recipient, route: withoutFirst });
  expect([message?.body.toString(), message?.sent]).toEqual(['{"arrivalNotices":[{"n":2}]}', versions.slice(1)]);
  expect(await messageOf(versions, { recipient, route: { ...route, write: () => undefined } })).toBeUndefined();
});

const log = 'arrival-notice-versions';
const ownParty = { codeListProvider: 'SMDG', partyCode: 'OWN' };
const [named, notNamed] = [[partyTermOf(ownParty), 'partner:coral'], ['partner:coral']];

describe('of the waiting versions, a subscriber that sees one party is sent', () => {
  const subscriber = subscriberOf(`{ parties: [{ codeListProvider: ${ownParty.codeListProvider}, partyCode: ${ownParty.partyCode} }] }`);

  it('versions that name it, while the current version names it', async () => {
    const version = versionNaming('a', named);
    expect(await sentOf([version], { subscriber, current: [versionNaming('a', named)] })).toEqual([version]);
  });

  it('no version that does not name it', async () => {
    expect(await sentOf([versionNaming('a', notNamed)], { subscriber, current: [versionNaming('a', named)] })).toEqual([]);
  });

  it('no version of a notice that has been removed, or whose current version no longer names it', async () => {
    const versions = ['a', 'b', 'c'].map((entityId) => versionNaming(entityId, named));
    expect(await sentOf(versions, { subscriber, current: [versionNaming('a', notNamed), versionNaming('b', named)] })).toEqual([
      versions[1],
    ]);
  });
});

describe('of the waiting versions, a subscriber that sees some partners is sent', () => {
  it('nothing of a partner that its file no longer names', async () => {
    const subscriber = subscriberOf('{ partners: [northern-star] }');
    expect(await sentOf([versionNaming('a', named)], { subscriber, current: [versionNaming('a', named)] })).toEqual([]);
  });

  it('nothing that it sent itself', async () => {
    const version = { ...versionNaming('a', named), partner: 'acme' };
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

function versionNaming(entityId: string, terms: readonly string[]): StoredVersion {
  return storedVersion({ partner: 'coral', entityId, sortKey: '2026-03-02T13:05:00', terms });
}

function subscriberOf(see: string): Recipient {
  return recipientOf(`id: acme\nname: ACME\npublish: { see: ${see}, push: { arrivalNotices: "https://in.acme.example/an" } }\n`);
}
