import { dayIn } from '../../support/day-in.ts';
/** The parts of a test's notice besides its document. */
export interface NoticeParts {
  readonly reference: string;
  /** Number of the version, which determines the time of issue. */
  readonly version?: number;
  readonly arrivalDate?: string;
  readonly more?: object;
}

/** The ship of the tests, and its visit to a port. */
export const visit = { vesselIMONumber: '9321483', vesselName: 'MERIDIAN STAR', UNLocationCode: 'NLRTM', voyage: '2610E' } as const;

/** Creates a notice of the visit. */
export function noticeOf({ reference, version = 1, arrivalDate = dayIn(10), more = {} }: NoticeParts): object {
  return {
    issueDateTime: new Date(Date.UTC(2026, 0, 1) + version * 60_000).toISOString(),
    transportDocumentReference: reference,
    transportDocumentTypeCode: 'BOL',
    transport: {
      portOfDischarge: { UNLocationCode: visit.UNLocationCode },
      portOfDischargeArrivalDate: { value: arrivalDate, classifier: 'EST' },
      legs: [
        {
          modeOfTransport: 'VESSEL',
          dischargeLocation: { UNLocationCode: visit.UNLocationCode },
          vesselVoyage: {
            vesselName: visit.vesselName,
            vesselIMONumber: visit.vesselIMONumber,
            carrierImportVoyageNumber: visit.voyage,
          },
        },
      ],
    },
    ...more,
  };
}
