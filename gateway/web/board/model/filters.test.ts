import { describe, expect, it } from 'vitest';
import { filterOf, hasText, isMatch, lastingPartOf, noChoice } from './filters.ts';
import { isNewer, type Row } from './rows.ts';

const leg = {
  vesselName: 'NSL FISHER',
  vesselIMONumber: '3412424',
  carrierImportVoyageNumber: '642E',
  universalImportVoyageReference: undefined,
  carrierServiceCode: 'NEX1',
  universalServiceReference: undefined,
};
const row: Row = {
  id: 'n1',
  versionId: 'v1',
  partner: { id: 'acme', name: 'ACME Line' },
  transportDocumentReference: 'D1',
  transportDocumentTypeCode: undefined,
  typeLabel: undefined,
  versionLabel: undefined,
  issueDateTime: '2026-11-28T09:00:00Z',
  receivedAt: '2026-11-28T09:00:01.000Z',
  firstReceivedAt: '2026-11-28T09:00:01.000Z',
  carrierCode: 'ACME',
  equipmentReferences: ['NSXU1234567'],
  leg,
  legs: [leg, { ...leg, vesselIMONumber: '9999999', vesselName: 'FEEDER', carrierServiceCode: 'FDR' }],
  UNLocationCode: 'NLRTM',
  portName: 'Rotterdam',
  terminal: 'RWG',
  arrivalDay: '2026-11-28',
  arrivalClassifier: 'EST',
  isFreightReleased: undefined,
  isCustomsReleased: undefined,
  changes: [],
  searchText: 'd1\nacme\nnsl fisher\nrotterdam',
};

describe("a row is filtered by the server's own rules", () => {
  it('arrival days are inclusive, and a row without one is left out', () => {
    expect(isMatch(row, { portOfDischargeArrivalDateMin: '2026-11-28', portOfDischargeArrivalDateMax: '2026-11-28' })).toBe(true);
    expect(isMatch(row, { portOfDischargeArrivalDateMin: '2026-11-29' })).toBe(false);
    expect(isMatch({ ...row, arrivalDay: undefined }, { portOfDischargeArrivalDateMax: '2030-01-01' })).toBe(false);
  });

  it('all conditions on ship, voyage and service must hold on one and the same leg', () => {
    expect(isMatch(row, { vesselIMONumber: '3412424', carrierServiceCode: 'NEX1' })).toBe(true);
    expect(isMatch(row, { vesselIMONumber: '9999999', carrierServiceCode: 'NEX1' })).toBe(false);
    expect(isMatch(row, { vesselName: ' mv nsl  fisher ', vesselIMONumber: 'IMO 3412424', carrierServiceCode: 'nex1' })).toBe(true);
  });

  it('container numbers are compared without blanks and case, and so are ports', () => {
    expect(isMatch(row, { equipmentReferences: ['nsxu 1234567'] })).toBe(true);
    expect(isMatch(row, { portOfDischarge: 'nl rtm' })).toBe(true);
    expect(isMatch(row, { partners: [] })).toBe(false);
  });
});

describe('what the viewer chooses', () => {
  it("joins the page's own filter, and never reaches beyond its partners", () => {
    const own = { partners: ['acme', 'other'], portOfDischarge: 'NLRTM' };
    expect(filterOf(own, { ...noChoice, partner: 'acme', port: 'deham' })).toEqual({ partners: ['acme'], portOfDischarge: 'DEHAM' });
    expect(filterOf(own, { ...noChoice, partner: 'third' }).partners).toEqual([]);
    expect(filterOf({}, { ...noChoice, vessel: 'IMO 3412424' })).toEqual({ vesselIMONumber: '3412424' });
  });

  it('narrows the subscription only by what no version changes', () => {
    expect(lastingPartOf({ partners: ['acme'], portOfDischarge: 'NLRTM', transportDocumentReferences: ['D1'] })).toEqual({
      partners: ['acme'],
      transportDocumentReferences: ['D1'],
    });
  });

  it('finds a row by words in any order', () => {
    expect(hasText(row, 'rotterdam fisher')).toBe(true);
    expect(hasText(row, 'rotterdam heron')).toBe(false);
  });
});

it('shows the version with the newest time of issue, in whatever order versions arrive', () => {
  const late = { ...row, issueDateTime: '2026-11-28T08:59:59Z', receivedAt: '2026-11-29T00:00:00.000Z' };
  expect(isNewer(late, row)).toBe(false);
  expect(isNewer(row, late)).toBe(true);
  expect(isNewer(row, row)).toBe(false);
});
