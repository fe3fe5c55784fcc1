import { describe, expect, it } from 'vitest';
import type { Partner } from '#platform/partners/partner.ts';
import { parseNotice, parseNotification } from './routes.ts';

const received = (partner: Partial<Partner> = {}) => ({
  partner: { id: 'acme', carriers: 'ANY', ...partner } as unknown as Partner,
  receivedAt: '2026-12-20T08:00:00.000Z',
  receivedBy: 'PUSH' as const,
});

const pushed = (value: object) => ({ path: '$.arrivalNotices[0]', bytes: Buffer.from(JSON.stringify(value)), value });

const identity = { transportDocumentReference: 'A', issueDateTime: '2026-12-20T08:00:00Z' };

describe('a notice', () => {
  it.each([
    ['2026-12-20 09:00+0100', '2026-12-20T08:00:00'],
    [1_797_753_600_000, '2026-12-20T08:00:00'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00'],
  ])('issued at %j has one identity, and stays as it was sent', (issueDateTime, sortKey) => {
    const notice = pushed({ ...identity, issueDateTime });
    const parsed = parseNotice(received(), notice);
    expect(parsed).toMatchObject({ kind: 'version', version: { sortKey, document: notice.bytes } });
  });

  it('issued at a local time is refused, with the line that accepts it', () => {
    expect(parseNotice(received(), pushed({ ...identity, issueDateTime: '2026-12-20T09:00:00' }))).toMatchObject({
      kind: 'refused',
      path: '$.arrivalNotices[0].issueDateTime',
      line: 'timesWithoutOffset: PORT_LOCAL',
    });
    expect(parseNotice(received(), pushed({ ...identity, issueDateTime: 'soon' }))).not.toHaveProperty('line', expect.any(String));
  });

  it('issued at a local time is accepted of a partner whose file says whose it is, also if it only pushes', () => {
    const transport = { portOfDischarge: { UNLocationCode: 'SGSIN' } };
    const local = pushed({ ...identity, issueDateTime: '2026-12-20T16:00:00', transport });
    expect(parseNotice(received({ timesWithoutOffset: 'PORT_LOCAL' }), local)).toMatchObject({
      version: { sortKey: '2026-12-20T08:00:00', document: Buffer.from(JSON.stringify(local.value).replace('16:00:00', '16:00:00+08:00')) },
    });
  });

  it('of a second carrier gets a remark if the file says nothing of carriers, because the partner is one carrier', () => {
    const receipt = received({ carriers: undefined });
    const remarksOf = (carrierCode: string) => {
      const parsed = parseNotice(receipt, pushed({ ...identity, carrierCode, carrierCodeListProvider: 'NMFTA' }));
      return parsed.kind === 'version'
        ? (parsed.remarks ?? []).map(({ path }) => path).filter((path) => path === '$.carrierCode')
        : undefined;
    };
    expect(['ACME', 'ACME', 'OTHR', 'ACME'].map(remarksOf)).toEqual([[], [], ['$.carrierCode'], []]);
  });

  it('of a carrier whose code is written in another case is one of this carrier', () => {
    const carriers = [{ carrierCode: 'ACME', carrierCodeListProvider: 'NMFTA' as const }];
    const kindOf = (carrierCode: string, carrierCodeListProvider: string, partner: Partial<Partner>) => {
      const parsed = parseNotice(received(partner), pushed({ ...identity, carrierCode, carrierCodeListProvider }));
      return parsed.kind === 'version' ? (parsed.remarks ?? []).filter(({ path }) => path === '$.carrierCode').length : parsed.kind;
    };
    expect(kindOf('acme', 'nmfta', { carriers })).toBe(0);
    expect(kindOf('othr', 'nmfta', { carriers })).toBe('refused');
    const oneCarrier = { carriers: undefined };
    expect(['ACME', 'acme '].map((code) => kindOf(code, 'NMFTA', oneCarrier))).toEqual([0, 0]);
  });

  it('is found by the values as they are read', () => {
    const vesselVoyage = { vesselIMONumber: 9321483, carrierImportVoyageNumber: 649 };
    const transport = { portOfDischargeArrivalDate: '2026/12/28', legs: { vesselVoyage } };
    expect(parseNotice(received(), pushed({ ...identity, transport }))).toMatchObject({
      version: { index: { date: '2026-12-28', groups: [{ vesselIMONumber: '9321483', carrierImportVoyageNumber: '649' }] } },
    });
    const notification = pushed({ ...identity, equipmentReferences: 'APZU 4812090', portOfDischargeArrivalDate: '2026-12-28' });
    expect(parseNotification(received(), notification)).toMatchObject({
      version: { index: { date: '2026-12-28', terms: expect.arrayContaining(['equipment:APZU4812090']) } },
    });
  });
});
