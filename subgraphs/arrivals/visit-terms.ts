import { normalKeys, normalUNLocationCode } from '#platform/matching/claims/normal-values.ts';

/** A ship's visit to a port, as far as a record names it. */
export interface NamedVisit {
  readonly vesselIMONumber?: string | null | undefined;
  readonly UNLocationCode?: string | null | undefined;
}

/**
 * Returns the index terms of an arrival by which events of its visit find it. An arrival whose ship has no known IMO number is
 * found by every event of its port.
 */
export function termsOfVisits(visits: readonly NamedVisit[]): string[] {
  const terms = new Set<string>();
  const ships = visits.flatMap(({ vesselIMONumber }) => imoOf(vesselIMONumber) ?? []);
  for (const port of visits.flatMap(({ UNLocationCode }) => portOf(UNLocationCode) ?? [])) {
    terms.add(`port:${port}`);
    for (const ship of ships) terms.add(`visit:${ship}:${port}`);
    if (ships.length === 0) terms.add(`unidentified:${port}`);
  }
  for (const ship of ships) terms.add(`ship:${ship}`);
  return [...terms];
}

/** Returns the terms of arrivals that an event may concern. An event that names neither ship nor port concerns none. */
export function termsOfEvent({ vesselIMONumber, UNLocationCode }: NamedVisit): string[] {
  const [ship, port] = [imoOf(vesselIMONumber), portOf(UNLocationCode)];
  if (port === undefined) return ship === undefined ? [] : [`ship:${ship}`];
  return ship === undefined ? [`port:${port}`] : [`visit:${ship}:${port}`, `unidentified:${port}`];
}

function imoOf(text: string | null | undefined): string | undefined {
  return normalKeys({ vesselIMONumber: text ?? undefined }).vesselIMONumber;
}

function portOf(text: string | null | undefined): string | undefined {
  return normalUNLocationCode(text ?? undefined);
}
