import { expect, test } from 'vitest';
import { type NamedVisit, termsOfEvent, termsOfVisits } from './terms.ts';

const [ship, other, port] = ['9321483', '9074729', 'SGSIN'];
const visit = { vesselIMONumber: ship, UNLocationCode: port };
const reference = { portCallID: 'visit-1' };

test.each<[string, readonly NamedVisit[], NamedVisit, boolean]>([
  ['its ship and port', [visit], visit, true],
  ['its ship in another port', [visit], { ...visit, UNLocationCode: 'NLRTM' }, false],
  ['another ship in its port', [visit], { ...visit, vesselIMONumber: other }, false],
  ['its ship in no port', [visit], { vesselIMONumber: ship }, true],
  ['no ship in its port, as one with a visit reference only', [visit], { UNLocationCode: port }, true],
  ['a ship in the port of an arrival without a known ship', [{ UNLocationCode: port }], { ...visit, vesselIMONumber: other }, true],
  ['the port call of its visit and nothing else', [visit, reference], reference, true],
  ['the terminal call of its visit and nothing else', [visit, { terminalCallReference: 'T1' }], { terminalCallReference: 'T1' }, true],
  ['another port call', [visit, reference], { portCallID: 'visit-2' }, false],
  ['nothing', [visit, reference], {}, false],
])('an arrival is found by an event that names %s', (_, visits, event, expected) => {
  const terms = termsOfVisits(visits);
  expect(termsOfEvent(event).some((term) => terms.includes(term))).toBe(expected);
});
