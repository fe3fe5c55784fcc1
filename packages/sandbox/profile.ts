import type { arrivalNoticeFilters } from '@landfall/dcsa/filters.ts';
import type { Deviations } from './deviations.ts';
import type { Assignment } from './fleet/fleet.ts';
import type { CarrierCode, Port } from './fleet/loops.ts';

/** The change of a document in one step of the scenario. */
export type StepKind =
  | 'FIRST_NOTICE'
  | 'SECOND_LABEL'
  | 'ETA_CHANGED'
  | 'TERMINAL_CHANGED'
  | 'VESSEL_CHANGED'
  | 'CARGO_ROLLED'
  | 'DISCHARGE_MOVED'
  | 'CHARGES_CHANGED'
  | 'LEG_CANCELLED'
  | 'CARGO_RELEASED'
  | 'RELEASE_WITHDRAWN'
  | 'LATE_OLD_VERSION'
  | 'DUPLICATE'
  | 'FAULTY_NO_TIME'
  | 'FAULTY_NULLS';

export interface Party {
  readonly partyName: string;
  readonly address: Readonly<Record<'street' | 'streetNumber' | 'postCode' | 'city' | 'countryCode', string>>;
  readonly contact: { readonly name: string; readonly phone: string; readonly email: string };
}

interface Cargo {
  readonly descriptionOfGoods: readonly string[];
  readonly HSCode: string;
  readonly packageCode: string;
  readonly packageName: string;
  readonly packagesPerContainer: number;
  /** Weight of one package, in kilograms. */
  readonly packageKilograms: number;
  readonly ISOEquipmentCode: string;
}

export interface Shipper extends Party {
  readonly cargo: Cargo;
}

/** The attributes that distinguish one sandbox carrier from another. */
export interface SandboxProfile extends CarrierCode {
  readonly id: string;
  /** Name of the variable with its base URL in its partner file. */
  readonly urlVariable: string;
  readonly carrierName: string;
  readonly officePhone: string;
  /** Its credential at Landfall. */
  readonly pushCredential: { readonly header: string; readonly value: string };
  /** The `x-api-key` that it requires. */
  readonly ownKey: string;
  /** Whether it pushes the notices themselves, or notifications of them. */
  readonly sends: 'NOTICES' | 'NOTIFICATIONS';
  readonly filters: readonly (typeof arrivalNoticeFilters)[number][];
  /** How it handles the other filters of the standard. */
  readonly otherFilters: 'REFUSE' | 'IGNORE';
  /** Maximum number of references that it claims to accept in one request. */
  readonly maxReferences: number;
  /** Its deviations. */
  readonly deviations: Deviations;
  /** Maximum number of notices, routes or schedules on a page. */
  readonly pageSize: number;
  /** UTC offset of the office, in minutes. */
  readonly offsetMinutes: number;
  readonly documentPrefix: string;
  readonly containerOwner: string;
  readonly currencyCode: string;
  /** The kinds of notice that it issues for one document. */
  readonly typeLabels: readonly [string, string];
  readonly placeOfBLIssue: Port;
  /** Assignments of the documents of the opening, by their numbers. */
  readonly assignments: Readonly<Partial<Record<number, Assignment>>>;
  /** Steps that follow the opening: its number after the opening, the kind, and the number of the document. */
  readonly laterSteps: readonly (readonly [step: number, kind: StepKind, document: number])[];
  readonly shippers: readonly [Shipper, ...Shipper[]];
  /** Consignees, at least one in each country of discharge. */
  readonly consignees: readonly [Party, ...Party[]];
}
