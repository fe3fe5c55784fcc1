/** Parameters that Commercial Schedules 1.0.1 lacks; they are ignored like any unknown one. */
export const laterParameters: readonly string[] = ['cargoType', 'responseScope'];

/** Attributes that Commercial Schedules 1.0.1 lacks. */
const laterAttributes: readonly string[] = ['intermediateCalls', 'facilityName'];

/**
 * Converts a row to the shape of Commercial Schedules 1.0.1: the ends of a leg share one reference, which is next to
 * the transport.
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
