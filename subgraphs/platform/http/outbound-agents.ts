import type { LookupFunction } from 'node:net';
import type { Agent } from 'undici';

/** What TLS shows of us and whom it believes, as PEM texts. Each object has connections of its own. */
export interface ClientCertificate {
  /** With the authorities between it and a root, if there are any. */
  readonly cert: string;
  readonly key: string;
  /** Authorities that vouch for the other side; those of the system unless given. */
  readonly ca?: string | undefined;
}

/** What decides which connections a request may use. */
export interface AgentChoice {
  readonly allowPrivate?: boolean;
  readonly clientCertificate?: ClientCertificate | undefined;
}

/** Connections to other hosts, kept for some seconds and used again. */
export interface OutboundAgents extends AsyncDisposable {
  /** To be used at once: an agent is closed, behind its requests, when too many others were used since. */
  agentFor(choice: AgentChoice): Agent;
}

/** Certificates with connections at a time. */
const maxCertificates = 64;

/**
 * Opens them. The library is loaded by this: a Landfall that only receives starts sooner.
 *
 * @param guardedLookup resolves names where `allowPrivate` is not given
 */
export async function openOutboundAgents(guardedLookup: LookupFunction): Promise<OutboundAgents> {
  const { Agent } = await import('undici');
  const openPair = (certificate: Partial<ClientCertificate>) => {
    // Our own timer covers all phases; the agents' timers would only blur it.
    const options = { connections: 64, headersTimeout: 0, bodyTimeout: 0 };
    return {
      guarded: new Agent({ ...options, connect: { ...certificate, lookup: guardedLookup } }),
      open: new Agent({ ...options, connect: { ...certificate } }),
    };
  };
  const plain = openPair({});
  // A Map lists its keys in the order of insertion, so the first one was used longest ago.
  const certified = new Map<ClientCertificate, ReturnType<typeof openPair>>();
  const closing = new Set<Agent>();
  const close = async (agent: Agent) => {
    closing.add(agent);
    await agent.close();
    closing.delete(agent);
  };

  const pairFor = (certificate: ClientCertificate | undefined) => {
    if (certificate === undefined) return plain;
    const { cert, key, ca } = certificate;
    const pair = certified.get(certificate) ?? openPair({ cert, key, ...(ca === undefined ? {} : { ca }) });
    certified.delete(certificate);
    certified.set(certificate, pair);
    const [oldest] = certified;
    if (certified.size > maxCertificates && oldest !== undefined) {
      certified.delete(oldest[0]);
      void close(oldest[1].guarded);
      void close(oldest[1].open);
    }
    return pair;
  };
  return {
    agentFor: ({ allowPrivate, clientCertificate }) => pairFor(clientCertificate)[allowPrivate ? 'open' : 'guarded'],
    [Symbol.asyncDispose]: async () => {
      const pairs = [plain, ...certified.values()];
      await Promise.all([...pairs.flatMap(({ guarded, open }) => [guarded, open]), ...closing].map((agent) => agent.destroy()));
    },
  };
}
