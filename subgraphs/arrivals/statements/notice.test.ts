import { describe, expect, test } from 'vitest';
import { type PartialAnswer, takingPartial } from '../../../test/support/partial-answer.ts';
import type { NoticeFieldsFragment } from '../generated/queries.ts';
import { callKeyOf, currentNoticeOf, noticeEvidenceOf as evidenceOfAnswer, noticeStatementOf } from './notice.ts';

const noticeEvidenceOf = takingPartial(evidenceOfAnswer);

const version: PartialAnswer<NoticeFieldsFragment> = {
  id: 'version-1',
  partner: { id: 'acme' },
  transportDocumentReference: 'FARM00012345',
  typeLabel: ' ',
  issueDateTime: '2026-03-02T14:05:00+01:00',
  receivedAt: '2026-03-02T13:05:01.000Z',
  transport: {
    portOfDischarge: { UNLocationCode: 'be anr', locationName: 'Antwerp', facility: null },
    portOfDischargeArrivalDate: { value: '2026-03-09', classifier: 'EST' },
    legs: [
      { modeOfTransport: 'VESSEL', dischargeLocation: { UNLocationCode: 'SGSIN' }, vesselVoyage: { vesselName: 'FEEDER' } },
      {
        modeOfTransport: 'VESSEL',
        dischargeLocation: { UNLocationCode: 'BEANR', facility: { facilityCode: 'K869', facilityCodeListProvider: 'SMDG' } },
        vesselVoyage: { vesselIMONumber: '9321483', vesselName: null, carrierImportVoyageNumber: '649E' },
      },
      { modeOfTransport: 'TRUCK', dischargeLocation: { UNLocationCode: 'BEANR' }, vesselVoyage: { vesselName: null } },
    ],
  },
  charges: [{ chargeName: 'Ocean Freight', currencyAmount: 100.1, currencyCode: 'EUR' }],
  utilizedTransportEquipments: [
    {
      equipment: { equipmentReference: 'FARU1000027', ISOEquipmentCode: '22G1' },
      charges: [{ chargeName: 'ocean freight', currencyAmount: 0.2, currencyCode: 'eur' }],
    },
  ],
  consignmentItems: [
    { cargoItems: [{ equipmentReference: 'FARU1000032', charges: [{ chargeName: 'Cleaning', currencyAmount: 5, currencyCode: 'EUR' }] }] },
  ],
};

describe('a notice as evidence', () => {
  test('contains the leg by ship that ends at the port of discharge, with its terminal', () => {
    expect(noticeEvidenceOf(version).arrivalLeg).toEqual({
      vesselIMONumber: '9321483',
      carrierImportVoyageNumber: '649E',
      facility: { facilityCode: 'K869', facilityCodeListProvider: 'SMDG' },
    });
  });

  test('has no arrival leg if several legs with different ships are possible', () => {
    const legs = ['A', 'B'].map((vesselName) => ({ dischargeLocation: { UNLocationCode: 'BEANR' }, vesselVoyage: { vesselName } }));
    expect(noticeEvidenceOf({ ...version, transport: { ...version.transport, legs } }).arrivalLeg).toBeUndefined();
  });

  test('sums charges of notice, containers and cargo exactly, per currency and name', () => {
    expect(noticeEvidenceOf(version).charges).toEqual([
      { currencyCode: 'EUR', chargeName: 'Cleaning', hundredths: 500 },
      { currencyCode: 'EUR', chargeName: 'Ocean Freight', hundredths: 10_030 },
    ]);
    expect(
      noticeEvidenceOf({ ...version, charges: null, utilizedTransportEquipments: [], consignmentItems: null }).charges,
    ).toBeUndefined();
  });

  test('names containers of equipment and of cargo once, however they are spelled, and omits blank texts', () => {
    const notice = noticeEvidenceOf(version);
    expect(notice.containers).toEqual([
      { equipmentReference: 'FARU1000027', ISOEquipmentCode: '22G1' },
      { equipmentReference: 'FARU1000032' },
    ]);
    const spelled = ['faru 1000032', 'FARU1000032'].map((equipmentReference) => ({ equipment: { equipmentReference } }));
    const { containers } = noticeEvidenceOf({ ...version, utilizedTransportEquipments: spelled });
    expect(containers).toEqual([{ equipmentReference: 'FARU1000032' }]);
    expect(notice).not.toHaveProperty('typeLabel');
    expect(notice.portOfDischarge?.UNLocationCode).toBe('BEANR');
  });

  test('states a day at the port of discharge in the time zone of the port, as of its issue', () => {
    expect(noticeStatementOf(noticeEvidenceOf(version)).arrival).toEqual({
      source: 'NOTICE',
      event: 'PORT_OF_DISCHARGE_ARRIVAL',
      classifier: 'EST',
      localDate: '2026-03-09',
      zone: 'Europe/Brussels',
      statedAt: '2026-03-02T14:05:00+01:00',
      evidence: { source: 'NOTICE', partner: 'acme', id: 'version-1', at: '2026-03-02T14:05:00+01:00' },
    });
  });

  test('states no time if its date is invalid', () => {
    const transport = { ...version.transport, portOfDischargeArrivalDate: { value: '2026-02-30', classifier: 'EST' } };
    expect(noticeStatementOf(noticeEvidenceOf({ ...version, transport })).arrival).toBeUndefined();
  });
});

test('the version issued last is current, whatever the order of receipt and the format of its date-time', () => {
  const first = noticeEvidenceOf(version);
  const second = noticeEvidenceOf({ ...version, id: 'version-2', issueDateTime: '2026-03-02T13:06:00Z' });
  expect(currentNoticeOf(first, second)).toBe(second);
  expect(currentNoticeOf(second, first)).toBe(second);
  expect(currentNoticeOf(undefined, first)).toBe(first);
});

test('a version requires new matches if its ship, voyage or port differs, but not if its dates do', () => {
  const notice = noticeEvidenceOf(version);
  expect(callKeyOf(noticeEvidenceOf({ ...version, transport: { ...version.transport, portOfDischargeArrivalDate: null } }))).toBe(
    callKeyOf(notice),
  );
  expect(callKeyOf({ ...notice, arrivalLeg: { ...notice.arrivalLeg, carrierImportVoyageNumber: '650E' } })).not.toBe(callKeyOf(notice));
});
