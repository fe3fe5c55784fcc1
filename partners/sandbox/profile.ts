import type { arrivalNoticeFilters } from '#platform/partners/partner.ts';
import type { Deviations } from './deviations.ts';
import type { Assignment } from './fleet/assignment.ts';
import type { CarrierCode } from './fleet/loops.ts';
import type { Port } from './fleet/places.ts';

export interface Party {
  readonly partyName: string;
  readonly address: Readonly<Record<'street' | 'streetNumber' | 'postCode' | 'city' | 'countryCode', string>>;
  readonly contact: { readonly name: string; readonly phone: string; readonly email: string };
}

export interface Cargo {
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

/** All that makes one sandbox carrier different from another. */
export interface SandboxProfile extends CarrierCode {
  readonly id: string;
  /** Name of the variable in its partner file that holds its base URL. */
  readonly urlVariable: string;
  readonly carrierName: string;
  readonly officePhone: string;
  /** What it presents to Landfall. */
  readonly pushCredential: { readonly header: string; readonly value: string };
  /** The `x-api-key` that requests to it need. */
  readonly ownKey: string;
  /** Whether it pushes the notices themselves, or notifications of them. */
  readonly sends: 'NOTICES' | 'NOTIFICATIONS';
  readonly filters: readonly (typeof arrivalNoticeFilters)[number][];
  /** What it does about the other filters of the standard. */
  readonly otherFilters: 'REFUSE' | 'IGNORE';
  /** Most references that it promises to take in one request. */
  readonly maxReferences: number;
  /** The switches that are on. */
  readonly deviations: Partial<Deviations>;
  /** Most notices, routes or schedules on a page. */
  readonly pageSize: number;
  /** Offset of the office's clock, in minutes east of Greenwich. */
  readonly offsetMinutes: number;
  readonly documentPrefix: string;
  readonly containerOwner: string;
  readonly currencyCode: string;
  /** The kinds of notice it issues for one document. */
  readonly typeLabels: readonly [string, string];
  readonly placeOfBLIssue: Port;
  /** Assignments of the documents of the opening, by their numbers. */
  readonly assignments: Readonly<Partial<Record<number, Assignment>>>;
  readonly shippers: readonly [Shipper, ...Shipper[]];
  /** At least one in each country of discharge. */
  readonly consignees: readonly [Party, ...Party[]];
}
