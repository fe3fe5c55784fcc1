import type { LookupFunction } from 'node:net';
import { LRUCache } from 'lru-cache';
import type { Agent } from 'undici';

/** A client certificate and the trusted authorities, in PEM. Each object has separate connections. */
export interface ClientCertificate {
  /** The certificate with its intermediate certificates. */
  readonly cert: string;
  readonly key: string;
  /** Trusted authorities. Default: those of the system. */
  readonly ca?: string | undefined;
}

/** Selects the connections that a request may use. */
export interface AgentChoice {
  readonly allowPrivate?: boolean;
  readonly clientCertificate?: ClientCertificate | undefined;
}

/** Connections to other hosts, which are kept for some seconds and reused. */
export interface OutboundAgents extends AsyncDisposable {
  /**
   * Returns an agent that must be used immediately: when too many other agents have been used since, it is closed after
   * its requests.
   */
  agentFor(choice: AgentChoice): Agent;
}

/** Maximum number of certificates with connections. */
const maxCertificates = 64;

/**
 * Opens the agents and loads their library. A process that only receives starts sooner without it.
 *
 * @param guardedLookup resolves names when `allowPrivate` is not set
 */
export async function openOutboundAgents(guardedLookup: LookupFunction): Promise<OutboundAgents> {
  const { Agent } = await import('undici');
  const openPair = (certificate: Partial<ClientCertificate>) => {
    // Disabled, because the timeout of `Outbound` covers all phases.
    const options = { connections: 64, headersTimeout: 0, bodyTimeout: 0 };
    return {
      guarded: new Agent({ ...options, connect: { ...certificate, lookup: guardedLookup } }),
      open: new Agent({ ...options, connect: { ...certificate } }),
    };
  };
  const plain = openPair({});
  const certified = new LRUCache<ClientCertificate, ReturnType<typeof openPair>>({
    max: maxCertificates,
    memoMethod: ({ cert, key, ca }) => openPair({ cert, key, ...(ca === undefined ? {} : { ca }) }),
    dispose: ({ guarded, open }) => {
      void close(guarded);
      void close(open);
    },
  });
  const closing = new Set<Agent>();
  const close = async (agent: Agent) => {
    closing.add(agent);
    await agent.close();
    closing.delete(agent);
  };

  const pairFor = (certificate: ClientCertificate | undefined) => (certificate === undefined ? plain : certified.memo(certificate));
  return {
    agentFor: ({ allowPrivate, clientCertificate }) => pairFor(clientCertificate)[allowPrivate ? 'open' : 'guarded'],
    [Symbol.asyncDispose]: async () => {
      const pairs = [plain, ...certified.values()];
      await Promise.all([...pairs.flatMap(({ guarded, open }) => [guarded, open]), ...closing].map((agent) => agent.destroy()));
    },
  };
}
