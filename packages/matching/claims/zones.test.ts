import { expect, test } from 'vitest';
import { zoneOf, zonesOfCountries, zonesOfPorts } from './zones.ts';

test('a country with one time needs no entry, and its ports have its own zone', () => {
  const ports = ['SGSIN', 'NLRTM', 'NOOSL', 'MYPKG', 'CYLMS', 'DEHAM', 'JPTYO', 'GBFXT', 'PRSJU', 'VNSGN', 'ARBUE', 'SEGOT'];
  expect(ports.map(zoneOf)).toEqual([
    'Asia/Singapore',
    'Europe/Amsterdam',
    'Europe/Oslo',
    'Asia/Kuala_Lumpur',
    'Asia/Nicosia',
    'Europe/Berlin',
    'Asia/Tokyo',
    'Europe/London',
    'America/Puerto_Rico',
    'Asia/Ho_Chi_Minh',
    'America/Argentina/Buenos_Aires',
    'Europe/Stockholm',
  ]);
});

test('a container port of a country with several times has an entry', () => {
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

test('the zone of every port is one of its country, and this machine knows it', () => {
  expect(zonesOfCountries.size).toBeGreaterThan(240);
  for (const [port, timeZone] of zonesOfPorts) expect(zonesOfCountries.get(port.slice(0, 2)), port).toContain(timeZone);
  for (const [country, zones] of zonesOfCountries) {
    expect([...zones, undefined]).toContain(zoneOf(`${country}XXX`));
    for (const zone of zones) expect(offsetsOf(zone)).toContain('GMT');
  }
});

test('countries that need no entry have one time in every month', () => {
  const several = [...zonesOfCountries].filter(([, zones]) => new Set(zones.map(offsetsOf)).size > 1);
  expect(several.map(([country]) => zoneOf(`${country}XXX`)).filter((zone) => zone !== undefined)).toEqual(['Asia/Shanghai']);
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
