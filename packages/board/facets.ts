import type { CoreClient } from '../client/core-client.ts';
import { BoardPortsDocument } from '../client/generated/operations.ts';
import type { Arrival } from './model/arrival-row.ts';

/** Collects the values of arrivals, for the filters. */
export class FacetCollector {
  /** Names of partners by their ids. */
  readonly partners = new Map<string, string>();
  /** Names of ports by UN/LOCODE. */
  readonly ports = new Map<string, string>();
  readonly carriers = new Set<string>();

  add({ partner, port, portName, carrierCode }: Arrival): void {
    this.partners.set(partner.id, partner.name);
    this.#addPort(port, portName);
    if (carrierCode !== null) this.carriers.add(carrierCode);
  }

  /** Finds ports of discharge by the beginning of a name or UN/LOCODE. @returns names by UN/LOCODE */
  async findPorts(client: CoreClient, text: string): Promise<ReadonlyMap<string, string>> {
    const wanted = plain(text);
    const { data } = await client.query(BoardPortsDocument, { text: text.trim() });
    for (const { port, portName } of data?.arrivals?.nodes ?? []) this.#addPort(port, portName);
    return new Map([...this.ports].filter((named) => named.some((name) => plain(name).includes(wanted))));
  }

  #addPort(port: Arrival['port'], name: string | null): void {
    if (port !== null && !this.ports.has(port.UNLocationCode)) this.ports.set(port.UNLocationCode, name ?? port.UNLocationCode);
  }
}

/** Normalizes a text: no upper case, accents or white space. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f\s]/g, '')
    .toLowerCase();
}
