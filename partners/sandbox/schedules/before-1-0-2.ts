/** Parameters that Commercial Schedules 1.0.1 does not know; they are passed over like any unknown one. */
export const laterParameters: readonly string[] = ['cargoType', 'responseScope'];

/** Attributes that it does not know. */
const laterAttributes: readonly string[] = ['intermediateCalls', 'facilityName'];

/**
 * Writes a row as Commercial Schedules 1.0.1 has it: the ends of a leg share one reference, which stands beside its
 * transport.
 */
export function asOf101(row: object): object {
  return JSON.parse(JSON.stringify(row, (key, value) => (laterAttributes.includes(key) ? undefined : withOneReference(value))));
}

function withOneReference(value: unknown): unknown {
  if (!isLeg(value)) return value;
  const { departure, arrival, transport } = value;
  const { transportCallReference, ...from } = departure;
  const { transportCallReference: _to, ...to } = arrival;
  return { ...value, departure: from, arrival: to, transport: { ...transport, transportCallReference } };
}

interface Leg {
  readonly departure: { readonly transportCallReference?: string };
  readonly arrival: { readonly transportCallReference?: string };
  readonly transport: object;
}

function isLeg(value: unknown): value is Leg {
  return typeof value === 'object' && value !== null && 'departure' in value && 'arrival' in value && 'transport' in value;
}
