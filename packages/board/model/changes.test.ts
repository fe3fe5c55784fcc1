import { expect, it } from 'vitest';
import { shownChangesOf } from './changes.ts';

it('shows the most important change first, each fact once, and no field that changes in every version', () => {
  const shown = shownChangesOf([
    { path: '$.issueDateTime', before: 'a', after: 'b' },
    { path: '$.versionLabel', before: 'Original', after: 'Updated terminal' },
    { path: '$.pickupInformation.pickupLocation.facility.facilityName', before: 'DP World', after: 'Patrick' },
    { path: '$.transport.portOfDischarge.facility.facilityName', before: 'DP World', after: 'Patrick' },
    { path: '$.transport.portOfDischarge.facility.facilityCode', before: 'CTLPB', after: 'ASLPB' },
    { path: '$.transport.portOfDischargeArrivalDate.value', before: '2026-11-28', after: '2026-11-30' },
  ]);
  expect(shown.map(({ topic, before, after }) => [topic, before, after])).toEqual([
    ['arrival', '2026-11-28', '2026-11-30'],
    ['terminal', 'DP World', 'Patrick'],
  ]);
});

it('shows two flags that change together as two facts', () => {
  const shown = shownChangesOf([
    { path: '$.releaseInformation.isCustomsReleased', before: false, after: true },
    { path: '$.releaseInformation.isFreightReleased', before: false, after: true },
  ]);
  expect(shown.map(({ topic }) => topic)).toEqual(['freight', 'customs']);
});

it('names a path for which it has no label', () => {
  expect(shownChangesOf([{ path: '$.customsRemark', before: null, after: 'SC1' }])).toEqual([
    { topic: undefined, path: 'customsRemark', before: null, after: 'SC1' },
  ]);
});
