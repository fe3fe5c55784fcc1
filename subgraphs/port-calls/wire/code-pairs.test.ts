import { expect, it } from 'vitest';
import { findOddCodes } from './code-pairs.ts';

const pathsOf = (portCallService: object, timestamp: object = {}) =>
  findOddCodes({ portCallService, timestamp }).map(({ path, message }) => `${path} ${message}`);

it('no remark is made on codes that fit together, nor on absent ones', () => {
  expect(pathsOf({ portCallServiceTypeCode: 'BERTH', portCallServiceEventTypeCode: 'ARRI' }, { classifierCode: 'REQ' })).toEqual([]);
  expect(pathsOf({})).toEqual([]);
  expect(pathsOf({ portCallServiceTypeCode: 'SEA_PASSAGE', facilityTypeCode: 'BRTH' })).toEqual([]);
});

it('codes that do not fit together get a remark, each with its path', () => {
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

it.each(['NEW_KIND', 'constructor', '__proto__'])('the unknown service type %s gets a remark, and nothing else does', (code) => {
  expect(pathsOf({ portCallServiceTypeCode: code, portCallPhaseTypeCode: 'X' })).toEqual([
    `$.portCallService.portCallServiceTypeCode is not a known kind of service: "${code}"`,
  ]);
});
