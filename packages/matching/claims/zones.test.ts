import { getAllCountries, getTimezonesForCountry } from 'countries-and-timezones';
import { expect, test } from 'vitest';
import { zoneOf, zonesOfPorts } from './zones.ts';

test('a country with one time zone needs no entry', () => {
  expect(['SGSIN', 'NLRTM', 'JPTYO', 'GBFXT', 'PRSJU', 'VNSGN'].map(zoneOf)).toEqual([
    'Asia/Singapore',
    expect.stringMatching(/^Europe/),
    'Asia/Tokyo',
    'Europe/London',
    expect.any(String),
    expect.any(String),
  ]);
});

test('a container port of a country with several time zones has an entry', () => {
  expect(['USLAX', 'USNYC', 'USHOU', 'USHNL', 'CAVAN', 'BRSSZ', 'BRMAO', 'AUFRE', 'ESLPA', 'RUVVO', 'IDMAK', 'CNNGB'].map(zoneOf)).toEqual([
    'America/Los_Angeles',
    'America/New_York',
    'America/Chicago',
    'Pacific/Honolulu',
    'America/Vancouver',
    'America/Sao_Paulo',
    'America/Manaus',
    'Australia/Perth',
    'Atlantic/Canary',
    'Asia/Vladivostok',
    'Asia/Makassar',
    'Asia/Shanghai',
  ]);
});

test('a place in such a country without an entry has no zone, nor has an invalid code', () => {
  expect(['USXYZ', 'AUXYZ', 'XX', '', 'ZZZZZ', 'sgsin'].map(zoneOf)).toEqual(Array(6).fill(undefined));
});

test('this machine knows every zone of the table, and its country uses it', () => {
  for (const [port, timeZone] of zonesOfPorts) {
    const offset = offsetsOf(timeZone);
    const kept = getTimezonesForCountry(port.slice(0, 2) as 'US')?.map(({ name }) => offsetsOf(name));
    expect(kept, `${port} in ${timeZone}`).toContain(offset);
  }
});

test('countries for which the library has one time zone have one time in every month', () => {
  const several = Object.values(getAllCountries()).filter(({ timezones }) => new Set(timezones.map(offsetsOf)).size > 1);
  expect(several.map(({ id }) => zoneOf(`${id}XXX`)).filter((zone) => zone !== undefined)).toEqual(['Asia/Shanghai']);
});

const known = new Map<string, string>();

/** Returns the offsets at noon of the first day of each month of two years. */
function offsetsOf(timeZone: string): string {
  const held = known.get(timeZone);
  if (held !== undefined) return held;
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  const offsets = Array.from({ length: 24 }, (_, month) => {
    const parts = format.formatToParts(Date.UTC(2026, month, 1, 12));
    return parts.find(({ type }) => type === 'timeZoneName')?.value;
  });
  known.set(timeZone, offsets.join());
  return offsets.join();
}
