/** The kinds of records that state something about a call. */
export type RecordKind = 'NOTICE' | 'VESSEL_SCHEDULE' | 'PORT_SCHEDULE' | 'POINT_TO_POINT' | 'EVENT';

/**
 * Which voyage numbers of the claim certainly belong to the call. A leg's import number belongs to the port where it
 * ends and its export number to the port where it starts; the other number at each end may belong to another port. A
 * ship passing on the way through (`NEITHER`) may have changed both.
 */
export type CertainSides = 'BOTH' | 'IMPORT' | 'EXPORT' | 'NEITHER';

/** A carrier by its code in one code list; the same company has other codes in other lists. */
export interface Carrier {
  readonly carrierCode: string;
  /** `SMDG` or `NMFTA`. */
  readonly carrierCodeListProvider: string;
}

/** One carrier's numbers for the voyages and the service of a call. */
export interface CarrierNumbers {
  /** The carrier of the numbers, or the partner that supplied the record; undefined if it is not stated. */
  readonly owner?: Carrier | 'PARTNER' | undefined;
  /** Index in `servicePartners`; 0 if a record has only one set of numbers. */
  readonly index: number;
  readonly carrierServiceCode?: string | undefined;
  readonly carrierImportVoyageNumber?: string | undefined;
  readonly carrierExportVoyageNumber?: string | undefined;
}

/** A terminal, identified only together with the port's UN/LOCODE. */
export interface Facility {
  readonly facilityCode: string;
  /** `SMDG` or `BIC`. */
  readonly facilityCodeListProvider: string;
  /** For a notice: whether it is stated by the leg, not by the port of the whole transport. */
  readonly ofLeg?: boolean | undefined;
}

/** A time of the call as its source wrote it. `STAY` is between arrival and departure, both included. */
export interface StatedTime {
  readonly kind: 'ARRIVAL' | 'DEPARTURE' | 'STAY';
  /**
   * As in the record: `PLN` has a different meaning in Port Call than in the other standards, and `REQ` exists only
   * there.
   */
  readonly classifier?: string | undefined;
  /** A local day `YYYY-MM-DD` or an RFC 3339 date-time. */
  readonly text: string;
  /** Index in `timestamps`; for a notice, 1 if the leg states it, and 0 if the whole transport does. */
  readonly index: number;
}

/** Keys that consist of one string each, by the standards' names, in normal form. */
export interface StringKeys {
  readonly vesselIMONumber?: string | undefined;
  readonly vesselName?: string | undefined;
  readonly vesselMMSINumber?: string | undefined;
  readonly vesselCallSign?: string | undefined;
  readonly UNLocationCode?: string | undefined;
  readonly transportCallReference?: string | undefined;
  readonly portVisitReference?: string | undefined;
  readonly callReferenceNumber?: string | undefined;
  readonly universalServiceReference?: string | undefined;
  readonly universalImportVoyageReference?: string | undefined;
  readonly universalExportVoyageReference?: string | undefined;
}

/** What one record states about one call, in comparable form: the left or the right side of a match. */
export interface CallClaim extends StringKeys {
  readonly kind: RecordKind;
  /**
   * Position in the record: `[leg]` of a notice (-1 without legs), `[vesselSchedule, transportCall]`,
   * `[vesselSchedule]` of a port schedule, `[leg, end, origin]` of a route (-1 arrival, -2 departure, otherwise the
   * intermediate call), `[]` or `[origin]` of an event; the origins are explained in `paths.ts`.
   */
  readonly at: readonly number[];
  /** The partner that supplied the record. Numbers without a carrier have no meaning without it. */
  readonly partner: string;
  readonly sides: CertainSides;
  /** Whether no real ship is assigned, even if the record states one. */
  readonly isDummyVessel: boolean;
  readonly facility?: Facility | undefined;
  readonly numbers: readonly CarrierNumbers[];
  readonly times: readonly StatedTime[];
  /** Of an event or a notice: the arrivals that its earlier versions stated (EARLIER_DAYS), the newest version first. */
  readonly earlierTimes?: readonly StatedTime[] | undefined;
}

/** The names of {@link StringKeys}, in the order in which match keys contain them. */
export const stringKeys = [
  'vesselIMONumber',
  'vesselName',
  'vesselMMSINumber',
  'vesselCallSign',
  'UNLocationCode',
  'transportCallReference',
  'portVisitReference',
  'callReferenceNumber',
  'universalServiceReference',
  'universalImportVoyageReference',
  'universalExportVoyageReference',
] as const satisfies readonly (keyof StringKeys)[];

/** Returns whether a claim names a ship that is not a dummy. */
export function namesShip({ isDummyVessel, vesselIMONumber, vesselName }: CallClaim): boolean {
  return !isDummyVessel && (vesselIMONumber ?? vesselName) !== undefined;
}
