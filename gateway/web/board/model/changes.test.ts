import { expect, it } from 'vitest';
import { tellChanges } from './changes.ts';

it('tells what matters most first, one fact once, and nothing of what changes in every version', () => {
  const told = tellChanges([
    { path: '$.issueDateTime', before: 'a', after: 'b' },
    { path: '$.versionLabel', before: 'Original', after: 'Updated terminal' },
    { path: '$.pickupInformation.pickupLocation.facility.facilityName', before: 'DP World', after: 'Patrick' },
    { path: '$.transport.portOfDischarge.facility.facilityName', before: 'DP World', after: 'Patrick' },
    { path: '$.transport.portOfDischarge.facility.facilityCode', before: 'CTLPB', after: 'ASLPB' },
    { path: '$.transport.portOfDischargeArrivalDate.value', before: '2026-11-28', after: '2026-11-30' },
  ]);
  expect(told.map(({ topic, before, after }) => [topic, before, after])).toEqual([
    ['arrival', '2026-11-28', '2026-11-30'],
    ['terminal', 'DP World', 'Patrick'],
  ]);
});

it('tells two flags that turn together as two facts', () => {
  const told = tellChanges([
    { path: '$.releaseInformation.isCustomsReleased', before: false, after: true },
    { path: '$.releaseInformation.isFreightReleased', before: false, after: true },
  ]);
  expect(told.map(({ topic }) => topic)).toEqual(['freight', 'customs']);
});

it('names what it has no word for by its path', () => {
  expect(tellChanges([{ path: '$.serviceContractReference', before: null, after: 'SC1' }])).toEqual([
    { topic: undefined, path: 'serviceContractReference', before: null, after: 'SC1' },
  ]);
});
