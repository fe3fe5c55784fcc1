import { describe, expect, it } from 'vitest';
import type { Partner } from '#platform/partners/partner.ts';
import type { ParsedObject } from '#platform/receiver/accept.ts';
import type { NewVersion, StoredVersion, VersionKey } from '#platform/store/version-store.ts';
import { assignSortKeys, parseEvent, unknownServiceOf } from './routes.ts';

function prepared(text: string, receivedAt = '2026-12-20T08:00:00.000Z'): ParsedObject {
  const arrival = { partner: { id: 'acme' } as Partner, receivedAt, receivedBy: 'PUSH' as const };
  return parseEvent(arrival, { path: '$.events[0]', bytes: Buffer.from(text), value: JSON.parse(text) });
}

function versionOf(object: ParsedObject | undefined): NewVersion {
  if (object?.kind !== 'version') throw new Error('refused');
  return object.version;
}

describe('a pushed event', () => {
  it('is found by the values as they are read, and stays as it was sent', () => {
    const text = JSON.stringify({
      eventUpdatedDateTime: '2026-12-20 07:30+0000',
      timestamp: { classifierCode: 'est' },
      vessel: { vesselIMONumber: 9321483 },
    });
    const version = versionOf(prepared(text));
    expect(version.sortKey).toBe('2026-12-20T07:30:00');
    expect(version.index.terms).toEqual(['partner:acme', 'vesselIMONumber:9321483', 'classifierCode:EST']);
    expect(version.document.toString()).toBe(text);
  });

  it('is stored under its sender and its eventID, byte for byte', () => {
    const eventID = '8b0b6c1e-2f7a-4a6f-9a51-0d6a2f1f4c11';
    const text = `{ "eventID":"${eventID}", "eventUpdatedDateTime":"2026-12-20T08:30:00+01:00", "extra":1.50 }`;
    const version = versionOf(prepared(text));
    expect(version).toMatchObject({ entityId: `["acme","${eventID}"]`, sortKey: '2026-12-20T07:30:00', partner: 'acme', violations: [] });
    expect(version.document.toString()).toBe(text);
  });

  it.each([[{}], [{ eventID: '' }], [{ eventID: null }]])(
    'without identity (%j) is identified by its content, whatever its formatting and time of receipt',
    (bare) => {
      const text = JSON.stringify({ portCall: { portCallID: 'P', isOmitted: null, UNLocationCode: 'SGSIN' }, ...bare });
      const formatted = JSON.stringify({ ...bare, portCall: { UNLocationCode: 'SGSIN', portCallID: 'P' } }, undefined, 1);
      const [one, same] = [versionOf(prepared(text)), versionOf(prepared(formatted, '2026-12-21T08:00:00.000Z'))];
      expect([same.entityId, same.sortKey]).toEqual([one.entityId, one.sortKey]);
      expect(versionOf(prepared(text.replace('SGSIN', 'NLRTM'))).entityId).not.toBe(one.entityId);
    },
  );

  it.each([
    ['null', ''],
    ['[]', ''],
    ['"text"', ''],
    ['{"eventID":7}', '.eventID'],
    [`{"eventID":"${'x'.repeat(1_001)}"}`, '.eventID'],
  ])('that is %.20s is rejected with its path', (text, at) => {
    expect(prepared(text)).toMatchObject({ kind: 'refused', path: `$.events[0]${at}`, reason: expect.stringMatching(/^Not accepted/) });
  });

  it('gets a remark when it cannot be identified or ordered', () => {
    const remarksOn = (event: object) => {
      const object = prepared(JSON.stringify(event));
      return object.kind === 'version' ? object.remarks?.map(({ message }) => message.split(';', 1)[0]) : [];
    };
    expect(remarksOn({})).toEqual(['has no eventID']);
    expect(remarksOn({ eventID: 'E' })).toEqual(['has no eventUpdatedDateTime']);
  });
});

describe('an event without eventUpdatedDateTime', () => {
  const text = '{"eventID":"E1","isFYI":true}';

  /** Creates a store with this version as the newest undated one. */
  const storeOf = (stored: NewVersion | undefined) => ({
    findPredecessors: async (keys: readonly VersionKey[]) =>
      keys.map(({ entityId }) => (stored?.entityId === entityId ? (stored as unknown as StoredVersion) : undefined)),
  });
  const placed = async (stored: NewVersion | undefined, later: string) => {
    const [object] = await assignSortKeys(storeOf(stored), [prepared(later, '2026-12-21T08:00:00.000Z')]);
    return versionOf(object).sortKey;
  };

  it('sorts after the previous undated version', async () => {
    const stored = versionOf(prepared(text));
    expect((await placed(stored, '{"eventID":"E1","isFYI":false}')) > stored.sortKey).toBe(true);
  });

  it('with the content of the newest undated version is a repeat of it', async () => {
    const stored = versionOf(prepared(text));
    expect(await placed(stored, text)).toBe(stored.sortKey);
    expect(await placed(stored, '{ "isFYI": true, "eventID": "E1", "vessel": null }')).toBe(stored.sortKey);
  });

  it('reads nothing if every event of a push has an instant or is rejected', async () => {
    const dated = prepared('{"eventID":"E1","eventUpdatedDateTime":"2026-12-20T07:30:00Z"}');
    const objects = [dated, prepared('7')];
    const failing = { findPredecessors: () => Promise.reject(new Error('queried')) };
    expect(await assignSortKeys(failing, objects)).toEqual(objects);
  });
});

it.each(['NEW_KIND', 'constructor', '__proto__'])('the unknown service type %s gets a remark, and other codes with it do not', (code) => {
  expect(unknownServiceOf({ portCallService: { portCallServiceTypeCode: code, portCallPhaseTypeCode: 'X' } })).toEqual([
    {
      path: '$.portCallService.portCallServiceTypeCode',
      message: `is not a known kind of service: "${code}"`,
      isUnread: true,
    },
  ]);
  expect(unknownServiceOf({ portCallService: { portCallServiceTypeCode: 'BERTH', portCallServiceEventTypeCode: 'STRT' } })).toEqual([]);
});
