import type { Facets } from './board-state.ts';
import type { Arrival } from './model/arrival-row.ts';

/** Collects the values that arrivals have, for the filters. */
export class FacetCollector implements Facets {
  readonly partners = new Map<string, string>();
  readonly ports = new Map<string, string>();
  readonly carriers = new Set<string>();

  add({ partner, port, portName, carrierCode }: Arrival): void {
    this.partners.set(partner.id, partner.name);
    if (port !== null && !this.ports.has(port.UNLocationCode)) this.ports.set(port.UNLocationCode, portName ?? port.UNLocationCode);
    if (carrierCode !== null) this.carriers.add(carrierCode);
  }
}
