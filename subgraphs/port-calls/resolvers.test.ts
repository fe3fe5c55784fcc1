import { expect, it } from 'vitest';
import { eventFilterOf } from './resolvers.ts';

it.each<[object, RegExp]>([
  [{ vesselName: '' }, /^Filter vesselName: expected a string that is not blank\.$/],
  [{ portCallID: ' ' }, /^Filter portCallID: /],
  [{ partners: ['acme', ''] }, /^Filter partners: /],
  [{ carrierImportVoyageNumber: '9999R' }, /^Filter carrierImportVoyageNumber: 9999R is a placeholder for "no voyage"\.$/],
  [{ universalExportVoyageReference: '9999r ' }, /^Filter universalExportVoyageReference: /],
])('the filter %j is rejected instead of matching everything', (filter, message) => {
  expect(() => eventFilterOf(filter)).toThrow(message);
});
