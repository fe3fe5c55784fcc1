import { normalIMONumber, normalUNLocationCode } from './normal-values.ts';

/** A ship by its key; every subgraph adds what it knows. */
export interface VesselReference {
  readonly __typename: 'Vessel';
  readonly vesselIMONumber: string;
}

/** A port by its key; every subgraph adds what it knows. */
export interface PortReference {
  readonly __typename: 'Port';
  readonly UNLocationCode: string;
}

/** The ship that a text names; null when the text cannot be an IMO number. Check digits are not judged. */
export function vesselOf(text: string | null | undefined): VesselReference | null {
  const vesselIMONumber = normalIMONumber(text ?? undefined);
  if (vesselIMONumber === undefined || !/^\d{7,8}$/.test(vesselIMONumber)) return null;
  return { __typename: 'Vessel', vesselIMONumber };
}

/** The port that a text names; null when the text cannot be a UN/LOCODE. */
export function portOf(text: string | null | undefined): PortReference | null {
  const UNLocationCode = normalUNLocationCode(text ?? undefined);
  // Places have no 0 and no 1 in their codes.
  if (UNLocationCode === undefined || /[01]/.test(UNLocationCode)) return null;
  return { __typename: 'Port', UNLocationCode };
}

/** Resolves the entries `vessel` and `port`. One function each: where several subgraphs have a field, they have to do alike. */
export const vesselAndPortEntries = {
  vessel: (_: unknown, { vesselIMONumber }: { readonly vesselIMONumber: string }) => vesselOf(vesselIMONumber),
  port: (_: unknown, { UNLocationCode }: { readonly UNLocationCode: string }) => portOf(UNLocationCode),
};

/** Resolves the field `port` of every place that has a `UNLocationCode`. */
export function portAt({ UNLocationCode }: { readonly UNLocationCode?: string | null | undefined }): PortReference | null {
  return portOf(UNLocationCode);
}
