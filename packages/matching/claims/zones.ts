import { createRequire } from 'node:module';
import { zonesOfCountries, zonesOfPorts } from './port-zones.ts';

/** Returns the time zone (IANA name) of a port; undefined if it is unknown. */
export type ZoneOf = (UNLocationCode: string) => string | undefined;

const known = new Map<string, string | undefined>();

/**
 * Finds the time zone of a place by its UN/LOCODE: in the table of container ports, otherwise by its country if all of
 * the country has the same time. A port without an entry in a country with several zones has none.
 */
export const zoneOf: ZoneOf = (UNLocationCode) => {
  const country = UNLocationCode.slice(0, 2);
  const listed = zonesOfPorts.get(UNLocationCode) ?? zonesOfCountries.get(country);
  if (listed !== undefined) return listed;
  if (!/^[A-Z]{2}$/.test(country)) return undefined;
  if (!known.has(country)) known.set(country, zoneOfCountry(country));
  return known.get(country);
};

interface TimeZones {
  readonly getTimezonesForCountry: (
    country: string,
  ) => readonly { readonly name: string; readonly utcOffset: number; readonly dstOffset: number }[] | null;
}

let timeZones: TimeZones | undefined;

/** Zones with different names and the same offsets in summer and winter count as one. */
function zoneOfCountry(country: string): string | undefined {
  // Loading the library takes 6 ms, which a process that needs no time zones should not spend at startup.
  timeZones ??= createRequire(import.meta.url)('countries-and-timezones') as TimeZones;
  const [first, ...others] = timeZones.getTimezonesForCountry(country) ?? [];
  const isOne = others.every((zone) => zone.utcOffset === first?.utcOffset && zone.dstOffset === first.dstOffset);
  return isOne ? first?.name : undefined;
}
