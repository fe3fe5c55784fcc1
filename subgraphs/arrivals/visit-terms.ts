import { normalIMONumber, normalUNLocationCode } from '@landfall/matching/claims/normal-values.ts';

/** A ship's visit to a port, as far as a record identifies it. */
export interface NamedVisit {
  readonly vesselIMONumber?: string | null | undefined;
  readonly UNLocationCode?: string | null | undefined;
  readonly portCallID?: string | null | undefined;
  readonly terminalCallReference?: string | null | undefined;
}

/**
 * Returns the index terms of an arrival by which events of its visit find it: by ship and port, and by the references
 * that other events of the visit have. An arrival whose ship has no known IMO number is found by every event of its
 * port.
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
  for (const visit of visits) for (const term of referencesOf(visit)) terms.add(term);
  return [...terms];
}

/**
 * Returns the terms of arrivals that an event may concern. An event that names no ship, port or reference concerns
 * none.
 */
export function termsOfEvent(event: NamedVisit): string[] {
  const [ship, port] = [imoOf(event.vesselIMONumber), portOf(event.UNLocationCode)];
  const references = referencesOf(event);
  if (port === undefined) return ship === undefined ? references : [`ship:${ship}`, ...references];
  return ship === undefined ? [`port:${port}`, ...references] : [`visit:${ship}:${port}`, `unidentified:${port}`, ...references];
}

function referencesOf({ portCallID, terminalCallReference }: NamedVisit): string[] {
  return [
    ...(portCallID == null ? [] : [`port-call:${portCallID}`.toWellFormed()]),
    ...(terminalCallReference == null ? [] : [`terminal-call:${terminalCallReference}`.toWellFormed()]),
  ];
}

function imoOf(text: string | null | undefined): string | undefined {
  return normalIMONumber(text ?? undefined);
}

function portOf(text: string | null | undefined): string | undefined {
  return normalUNLocationCode(text ?? undefined);
}
