import type { arrivalNoticeFilters } from '../../subgraphs/shared/partners/partner.ts';
import type { Port } from './places.ts';

export interface Vessel {
  readonly vesselName: string;
  readonly vesselIMONumber: string;
  readonly vesselFlag: string;
  readonly vesselCallSign: string;
}

/** A liner service: which ships go from where to where. */
export interface Service {
  readonly carrierServiceCode: string;
  readonly universalServiceReference: string;
  /** Letter at the end of import voyage numbers. */
  readonly direction: 'N' | 'E' | 'S' | 'W';
  readonly vessels: readonly [Vessel, Vessel, ...Vessel[]];
  readonly portsOfLoading: readonly [Port, ...Port[]];
  readonly transshipment: Port;
  readonly portsOfDischarge: readonly [Port, ...Port[]];
}

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
export interface SandboxProfile {
  readonly id: string;
  /** Name of the variable in its partner file that holds its base URL. */
  readonly urlVariable: string;
  readonly carrierName: string;
  readonly officePhone: string;
  readonly carrierCode: string;
  readonly carrierCodeListProvider: 'SMDG' | 'NMFTA';
  /** What it presents to Landfall. */
  readonly pushCredential: { readonly header: string; readonly value: string };
  /** What it wants from whoever asks it, in `x-api-key`. */
  readonly ownKey: string;
  /** Whether it sends the notices themselves, or says only that they exist and waits to be asked. */
  readonly sends: 'NOTICES' | 'NOTIFICATIONS';
  readonly filters: readonly (typeof arrivalNoticeFilters)[number][];
  /** What it does about the other filters of the standard; silence is not among the choices. */
  readonly otherFilters: 'REFUSE' | 'IGNORE';
  readonly maxReferences: number;
  readonly pageSize: number;
  /** Offset of the office's clock, in minutes east of Greenwich. */
  readonly offsetMinutes: number;
  readonly documentPrefix: string;
  readonly containerOwner: string;
  readonly currencyCode: string;
  /** The kinds of notice it issues for one document. */
  readonly typeLabels: readonly [string, string];
  readonly placeOfBLIssue: Port;
  readonly services: readonly [Service, ...Service[]];
  readonly shippers: readonly [Shipper, ...Shipper[]];
  /** At least one in each country of discharge. */
  readonly consignees: readonly [Party, ...Party[]];
}
