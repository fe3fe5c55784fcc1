import type { arrivalNoticeFilters } from '@landfall/dcsa/filters.ts';
import type { Deviations } from './deviations.ts';
import type { Assignment } from './fleet/fleet.ts';
import type { CarrierCode } from './fleet/loops.ts';

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

/** @param row its attributes in their order, separated by semicolons: name, address, then name, phone and email of the contact */
export function partyOf(row: string): Party {
  const [partyName, street, streetNumber, postCode, city, countryCode, name, phone, email] = row.split('; ') as unknown as Row;
  return { partyName, address: { street, streetNumber, postCode, city, countryCode }, contact: { name, phone, email } };
}

export type Shipper = ReturnType<typeof shipperOf>;

/**
 * @param row as of {@link partyOf}
 * @param cargo description (lines separated by a slash), HS code, code and name of a package, packages per container,
 *   kilograms per package, ISO code of the container
 */
export function shipperOf(row: string, cargo: string) {
  const [goods, HSCode, packageCode, packageName, packages, kilograms, ISOEquipmentCode] = cargo.split('; ') as unknown as Row;
  const numbers = { packagesPerContainer: Number(packages), packageKilograms: Number(kilograms) };
  return {
    ...partyOf(row),
    cargo: { descriptionOfGoods: goods.split(' / '), HSCode, packageCode, packageName, ISOEquipmentCode, ...numbers },
  };
}

type Row = readonly [string, string, string, string, string, string, string, string, string];

/** The attributes that distinguish one sandbox carrier from another. */
export interface SandboxProfile extends CarrierCode {
  readonly id: string;
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
  readonly containerOwner: string;
  readonly currencyCode: string;
  /** The kinds of notice that it issues for one document. */
  readonly typeLabels: readonly [string, string];
  /** Assignments of the documents of the opening, by their numbers. */
  readonly assignments: Readonly<Partial<Record<number, Assignment>>>;
  /** Steps that follow the opening: its number after the opening, the kind, and the number of the document. */
  readonly laterSteps: readonly (readonly [step: number, kind: StepKind, document: number])[];
  readonly shippers: readonly [Shipper, ...Shipper[]];
  /** Consignees, at least one in each country of discharge. */
  readonly consignees: readonly [Party, ...Party[]];
}
