import { dayIn } from '../../support/day-in.ts';
import type { PushedNotice } from '../../support/push.ts';

/** The attributes that a test sets; the others have defaults. */
export interface NoticeOptions {
  readonly reference: string;
  /** Number of seconds between the first version and this one. @default 0 */
  readonly second?: number;
  readonly arrival?: string;
  readonly vessel?: string;
  readonly vesselIMONumber?: string;
  readonly port?: string;
  readonly isFreightReleased?: boolean;
}

/** Creates a complete notice, DCSA Arrival Notice 1.0.1. */
export function noticeOf({ reference, second = 0, arrival = dayIn(10), vessel = 'NSL FISHER', ...said }: NoticeOptions): PushedNotice {
  const portOfDischarge = {
    UNLocationCode: said.port ?? 'NLRTM',
    locationName: said.port === 'DEHAM' ? 'Hamburg' : 'Rotterdam',
    facility: { facilityCode: 'RWG', facilityCodeListProvider: 'SMDG' },
  };
  return {
    issueDateTime: new Date(Date.UTC(2026, 10, 20, 8, 0, second)).toISOString(),
    versionLabel: second === 0 ? 'Original' : 'Updated',
    carrierCode: 'NSTR',
    carrierCodeListProvider: 'NMFTA',
    transportDocumentReference: reference,
    transportDocumentTypeCode: 'BOL',
    transport: {
      portOfDischarge,
      portOfDischargeArrivalDate: { value: arrival, classifier: 'EST' },
      legs: [
        {
          transportPlanStage: 'MNC',
          transportPlanStageSequenceNumber: 1,
          dischargeLocation: portOfDischarge,
          modeOfTransport: 'VESSEL',
          vesselVoyage: {
            vesselName: vessel,
            vesselIMONumber: said.vesselIMONumber ?? '3412424',
            carrierImportVoyageNumber: '642E',
            carrierServiceCode: 'NEX1',
          },
        },
      ],
    },
    utilizedTransportEquipments: [{ equipment: { equipmentReference: `NSXU${reference.replace(/\D/g, '').padStart(7, '0').slice(-7)}` } }],
    releaseInformation: { isFreightReleased: said.isFreightReleased ?? false, isCustomsReleased: false },
  };
}

/** Creates this many notices `N00001`, `N00002` and so on. */
export function noticesUpTo(count: number): PushedNotice[] {
  return Array.from({ length: count }, (_, index) => noticeOf({ reference: `N${String(index + 1).padStart(5, '0')}` }));
}
