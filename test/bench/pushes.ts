import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '#platform/package-root.ts';
import type { ReceivedLogName } from '#platform/store/version-store.ts';

const template = JSON.parse(readFileSync(join(packageRoot, 'test', 'fixtures', 'arrival-notices', 'complete.json'), 'utf8'));

/** Creates a complete notice of about 4 KB, whose references, ship and dates differ for each number. */
export function noticeNumber(number: number, issueDateTime = '2026-03-02T13:05:00Z'): Record<string, unknown> {
  const notice = structuredClone(template);
  notice.transportDocumentReference = `BENCH${number}`;
  notice.issueDateTime = issueDateTime;
  delete notice.typeLabel;
  for (const [index, equipment] of (notice.utilizedTransportEquipments ?? []).entries()) {
    equipment.equipment.equipmentReference = `BNCU${String((number * 7 + index) % 10_000_000).padStart(7, '0')}`;
  }
  return notice;
}

/** Creates a berth event as sent by a terminal, whose ids, ship and call differ for each number. */
export function eventNumber(number: number): Record<string, unknown> {
  const id = (kind: number) => `00000000-0000-4000-8000-${String(kind * 100_000_000 + number).padStart(12, '0')}`;
  return {
    eventID: id(1),
    eventUpdatedDateTime: '2026-03-02T13:05:00Z',
    isFYI: false,
    portCall: { portCallID: id(2), portVisitReference: `NLRTM${number}`, UNLocationCode: 'NLRTM' },
    terminalCall: {
      terminalCallID: id(3),
      terminalCallReference: `BENCH-CALL-${number}`,
      carrierServiceName: 'North Loop',
      serviceCodeOrReference: { carrierServiceCode: 'NL1', universalServiceReference: 'SR12345A' },
      importVoyageNumberOrReference: { carrierVoyageNumber: `${number % 900}E`, universalVoyageReference: '2610E' },
      exportVoyageNumberOrReference: { carrierVoyageNumber: `${number % 900}W`, universalVoyageReference: '2610W' },
    },
    portCallService: {
      portCallServiceID: id(4),
      portCallServiceTypeCode: 'BERTH',
      portCallServiceEventTypeCode: 'ARRI',
      portCallPhaseTypeCode: 'INBD',
      facilityTypeCode: 'BRTH',
      serviceLocation: { UNLocationCode: 'NLRTM', facility: { facilityCode: 'APM2', facilityCodeListProvider: 'SMDG' } },
    },
    vessel: { vesselIMONumber: String(9_000_000 + (number % 500)), vesselName: `BENCH SHIP ${number % 500}` },
    timestamp: { classifierCode: 'EST', serviceDateTime: new Date(Date.UTC(2026, 2, 3) + number * 60_000).toISOString() },
  };
}

/** A kind of pushed object: its endpoint and how to create one. */
export interface PushedKind {
  /** In the plural, as a row of the table names it. */
  readonly name: 'notices' | 'events';
  readonly path: string;
  readonly log: ReceivedLogName;
  readonly listName: string;
  readonly make: (number: number) => Record<string, unknown>;
}

export const notices: PushedKind = {
  name: 'notices',
  path: '/dcsa/arrival-notices',
  log: 'arrival-notice-versions',
  listName: 'arrivalNotices',
  make: (number) => noticeNumber(number),
};
export const events: PushedKind = {
  name: 'events',
  path: '/dcsa/events',
  log: 'port-call-events',
  listName: 'events',
  make: eventNumber,
};
