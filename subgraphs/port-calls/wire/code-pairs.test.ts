import { expect, it } from 'vitest';
import { findOddCodes } from './code-pairs.ts';

const pathsOf = (portCallService: object, timestamp: object = {}) =>
  findOddCodes({ portCallService, timestamp }).map(({ path, message }) => `${path} ${message}`);

it('codes that go together are not remarked on, nor those that are left out', () => {
  expect(pathsOf({ portCallServiceTypeCode: 'BERTH', portCallServiceEventTypeCode: 'ARRI' }, { classifierCode: 'REQ' })).toEqual([]);
  expect(pathsOf({})).toEqual([]);
  expect(pathsOf({ portCallServiceTypeCode: 'SEA_PASSAGE', facilityTypeCode: 'BRTH' })).toEqual([]);
});

it('codes that do not go together are remarked on, each at its place', () => {
  const service = {
    portCallServiceTypeCode: 'ANCHORAGE',
    portCallServiceEventTypeCode: 'ARRI',
    portCallPhaseTypeCode: 'INBD',
    facilityTypeCode: 'BRTH',
  };
  expect(pathsOf(service, { classifierCode: 'XYZ' })).toEqual([
    '$.portCallService.portCallServiceEventTypeCode expected one of STRT, CMPL with ANCHORAGE, got "ARRI"',
    '$.portCallService.portCallPhaseTypeCode expected none with ANCHORAGE, got "INBD"',
    '$.portCallService.facilityTypeCode expected one of ANCH with ANCHORAGE, got "BRTH"',
    '$.timestamp.classifierCode expected one of EST, REQ, PLN, ACT with ANCHORAGE, got "XYZ"',
  ]);
});

it.each(['NEW_KIND', 'constructor', '__proto__'])('the unknown kind of service %s is remarked on and nothing else', (code) => {
  expect(pathsOf({ portCallServiceTypeCode: code, portCallPhaseTypeCode: 'X' })).toEqual([
    `$.portCallService.portCallServiceTypeCode is not a known kind of service: "${code}"`,
  ]);
});
