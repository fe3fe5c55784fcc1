import { normalIMONumber, normalUNLocationCode } from '@landfall/matching/claims/normal-values.ts';

/** A reference to a ship by its key; every subgraph adds its fields. */
export interface VesselReference {
  readonly __typename: 'Vessel';
  readonly vesselIMONumber: string;
}

/** A reference to a port by its key; every subgraph adds its fields. */
export interface PortReference {
  readonly __typename: 'Port';
  readonly UNLocationCode: string;
}

/** Returns the ship that a text identifies; null if the text cannot be an IMO number. Check digits are not verified. */
export function vesselOf(text: string | null | undefined): VesselReference | null {
  const vesselIMONumber = normalIMONumber(text ?? undefined);
  if (vesselIMONumber === undefined || !/^\d{7,8}$/.test(vesselIMONumber)) return null;
  return { __typename: 'Vessel', vesselIMONumber };
}

/** Returns the port that a text identifies; null if the text cannot be a UN/LOCODE. */
export function portOf(text: string | null | undefined): PortReference | null {
  const UNLocationCode = normalUNLocationCode(text ?? undefined);
  // Codes of places contain neither 0 nor 1.
  if (UNLocationCode === undefined || /[01]/.test(UNLocationCode)) return null;
  return { __typename: 'Port', UNLocationCode };
}

/**
 * Resolves the entries `vessel` and `port`. There is one function for each, because a field of several subgraphs has to
 * behave the same in all of them.
 */
export const vesselAndPortEntries = {
  vessel: (_: unknown, { vesselIMONumber }: { readonly vesselIMONumber: string }) => vesselOf(vesselIMONumber),
  port: (_: unknown, { UNLocationCode }: { readonly UNLocationCode: string }) => portOf(UNLocationCode),
};

/** Resolves the field `port` of every place that has a `UNLocationCode`. */
export function portAt({ UNLocationCode }: { readonly UNLocationCode?: string | null | undefined }): PortReference | null {
  return portOf(UNLocationCode);
}
