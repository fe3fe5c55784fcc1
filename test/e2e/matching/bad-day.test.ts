import { expect, test } from 'vitest';
import { fullVoyage, noticeWith, vesselScheduleWith, type Wire } from '../../contract/matching/samples.ts';
import type { TestPartner } from '../../support/partners.ts';
import { openJoins } from './open-joins.ts';

const { vesselIMONumber, carrierImportVoyageNumber } = fullVoyage;
const voyage = { vesselIMONumber, carrierImportVoyageNumber };

/** ACME, with one vessel schedule for each call: its reference, and its times by classifier. */
function acmeWith(calls: Readonly<Record<string, Readonly<Record<string, string>>>>, call: Wire = {}): TestPartner {
  const vesselSchedules = Object.entries(calls).map(([transportCallReference, times]) => {
    const timestamps = Object.entries(times).map(([eventClassifierCode, day]) => ({
      eventTypeCode: 'ARRI',
      eventClassifierCode,
      eventDateTime: `${day}T08:00:00+08:00`,
    }));
    return vesselScheduleWith({ call: { transportCallReference, timestamps, ...call } });
  });
  return { carriers: [{ carrierCode: 'MAEU', carrierCodeListProvider: 'NMFTA' }], schedules: { vesselSchedules } };
}

/** A notice whose transport differs in these attributes. */
function noticeOf(transport: Wire, transportDocumentReference = 'TD1'): Wire {
  const notice = noticeWith({ voyage, transportDocumentReference });
  return { ...notice, transport: { ...(notice['transport'] as Wire), ...transport } };
}

const arriving = (classifier: string): Wire => ({ portOfDischargeArrivalDate: { value: '2026-12-28', classifier } });

test('A.3 (a): a first call that is late by the gap is the match of a notice of the actual arrival, whatever the references', async () => {
  for (const [first, second] of [
    ['A-1', 'A-2'],
    ['A-2', 'A-1'],
  ] as const) {
    const schedules = { [first]: { PLN: '2026-12-24', ACT: '2026-12-28' }, [second]: { PLN: '2026-12-28' } };
    await using joins = await openJoins({ acme: acmeWith(schedules) });
    await joins.push('acme', { arrivalNotices: [noticeOf(arriving('ACT'), 'ACT'), noticeOf(arriving('EST'), 'EST')] });
    const { arrivalCall } = await joins.joinsOf('ACT');
    expect(arrivalCall).toMatchObject({ outcome: 'UNIQUE', rule: null });
    expect(arrivalCall.unique?.call.records).toMatchObject([{ transportCallReference: first }]);
    expect((await joins.joinsOf('EST')).arrivalCall).toMatchObject({ outcome: 'AMBIGUOUS', rule: 'EQUAL_RIVAL', unique: null });
  }
});

test('A.3 (b): of plans three days before and a day after the stated day none is the match', async () => {
  await using joins = await openJoins({ acme: acmeWith({ 'A-1': { PLN: '2026-12-25' }, 'A-2': { PLN: '2026-12-29' } }) });
  await joins.push('acme', { arrivalNotices: [noticeOf(arriving('EST'))] });
  expect((await joins.joinsOf()).arrivalCall).toMatchObject({ outcome: 'AMBIGUOUS', rule: 'EQUAL_RIVAL', candidates: [{}, {}] });
});

test('A.4: a leg that says that it ends elsewhere is not the arrival leg', async () => {
  const elsewhere = { modeOfTransport: 'VESSEL', vesselVoyage: voyage, dischargeLocation: { UNLocationCode: 'MYPKG' } };
  await using joins = await openJoins({ acme: acmeWith({ 'A-1': { EST: '2026-12-28' } }) });
  await joins.push('acme', { arrivalNotices: [noticeOf({ legs: [elsewhere] })] });
  expect((await joins.joinsOf()).arrivalCall).toMatchObject({ outcome: 'UNKNOWN', rule: null, candidates: [] });
});

test('A.4: one PROBABLE candidate is not several: the match set names what is missing', async () => {
  const unnumbered = { carrierImportVoyageNumber: undefined, universalImportVoyageReference: undefined };
  const acme = acmeWith(
    { 'A-1': { EST: '2026-12-28' } },
    { ...unnumbered, carrierExportVoyageNumber: undefined, universalExportVoyageReference: undefined },
  );
  await using joins = await openJoins({ acme });
  await joins.push('acme', { arrivalNotices: [noticeOf(arriving('EST'))] });
  expect((await joins.joinsOf()).arrivalCall).toMatchObject({
    outcome: 'AMBIGUOUS',
    rule: 'REFERENCE_OR_VOYAGE',
    missing: ['CARRIER_IMPORT_VOYAGE_NUMBER', 'UNIVERSAL_IMPORT_VOYAGE_REFERENCE'],
    candidates: [{ confidence: 'PROBABLE', reasons: ['TOO_LITTLE_EVIDENCE'] }],
  });
});
