import { listAt, textAt } from '@landfall/dcsa/wire-values.ts';
import type { WorldCall } from '../world/sailing.ts';
import type { Truth } from './truth.ts';

/**
 * Creates the test of whether an ideal matcher with all statements of partners could attribute events to a call: one of
 * the events has a reference that a schedule of the call has too, or universal references, or a voyage number that no
 * other call of the ship at the port has.
 */
export function attributableIn(truth: Truth): (call: WorldCall) => boolean {
  const references = publishedReferencesOf(truth);
  const numbers = new Map<string, Set<WorldCall>>();
  const keyOf = (ship: string | undefined, port: string | undefined, number: string | undefined) => `${ship} ${port} ${number}`;
  const textsOf = (event: object) => ({
    reference: textAt(event, 'terminalCall', 'terminalCallReference'),
    ship: textAt(event, 'vessel', 'vesselIMONumber'),
    port: textAt(event, 'portCall', 'UNLocationCode'),
    number: textAt(event, 'terminalCall', 'importVoyageNumberOrReference', 'carrierVoyageNumber'),
    service: textAt(event, 'terminalCall', 'serviceCodeOrReference', 'universalServiceReference'),
    voyage: textAt(event, 'terminalCall', 'importVoyageNumberOrReference', 'universalVoyageReference'),
  });
  for (const call of truth.world.calls) {
    for (const event of truth.eventsOf(call)) {
      const { ship, port, number } = textsOf(event);
      const key = keyOf(ship, port, number);
      numbers.set(key, (numbers.get(key) ?? new Set()).add(call));
    }
  }
  return (call) =>
    truth.eventsOf(call).some((event) => {
      const { reference, ship, port, number, service, voyage } = textsOf(event);
      if (reference !== undefined && references.get(reference)?.size === 1 && references.get(reference)?.has(call)) return true;
      if (service !== undefined && voyage !== undefined && ship !== undefined) return true;
      return ship !== undefined && number !== undefined && numbers.get(keyOf(ship, port, number))?.size === 1;
    });
}

/** Returns the calls for which schedules state a reference. */
function publishedReferencesOf({ world }: Truth): ReadonlyMap<string, ReadonlySet<WorldCall>> {
  const references = new Map<string, Set<WorldCall>>();
  for (const carrier of world.carriers) {
    if (world.habitsOf(carrier).producer.lacks?.includes('vessel-schedules')) continue;
    for (const service of world.vesselSchedulesOf(carrier)) {
      for (const part of listAt(service, 'vesselSchedules').flatMap((schedule) => listAt(schedule, 'transportCalls'))) {
        const [reference, call] = [textAt(part, 'transportCallReference'), world.truth.callOf(part as object)];
        if (reference !== undefined && call !== undefined) references.set(reference, (references.get(reference) ?? new Set()).add(call));
      }
    }
  }
  return references;
}
