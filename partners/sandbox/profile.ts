import type { arrivalNoticeFilters } from '#platform/partners/partner.ts';
import type { Deviations } from './awkwardness.ts';
import type { Part } from './fleet/cast.ts';
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
  /** What it wants from whoever asks it, in `x-api-key`. */
  readonly ownKey: string;
  /** Whether it sends the notices themselves, or says only that they exist and waits to be asked. */
  readonly sends: 'NOTICES' | 'NOTIFICATIONS';
  readonly filters: readonly (typeof arrivalNoticeFilters)[number][];
  /** What it does about the other filters of the standard; silence is not among the choices. */
  readonly otherFilters: 'REFUSE' | 'IGNORE';
  /** Most references that it promises to take in one request. */
  readonly maxReferences: number;
  /** The switches that are on. */
  readonly awkward: Partial<Deviations>;
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
  /** Documents of the opening that go with a call that has a part in the story, by their numbers. */
  readonly cast: Readonly<Partial<Record<number, Part>>>;
  readonly shippers: readonly [Shipper, ...Shipper[]];
  /** At least one in each country of discharge. */
  readonly consignees: readonly [Party, ...Party[]];
}
