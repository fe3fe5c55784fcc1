import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Caller, unlimitedCaller } from '../access/entitlement.ts';
import { isSigned, type VerifyRequest } from '../access/request-signatures.ts';
import { credentialInHeaders, type Session } from '../access/sessions.ts';
import { LandfallError } from '../errors.ts';
import { defaultOperationLimits } from '../operations/check-document.ts';
import { createGraphqlEndpoint, type EndpointOptions, type GraphqlEndpoint } from '../operations/graphql-endpoint.ts';
import { SignInError } from '../partners/inbound-auth/sign-in-error.ts';
import type { CallerAccess } from '../transports/request-pipeline.ts';
import { createSubgraphEngine, type ExecutableSubgraph } from './subgraph-engine.ts';

export interface ServeGraphqlOptions extends Omit<EndpointOptions, 'engine' | 'http' | 'gateways' | 'limits' | 'hasIde'> {
  /**
   * Returns the caller of a gateway's request. Absent while access is open, when every request is answered as a
   * gateway's is.
   */
  readonly verify: VerifyRequest | undefined;
}

/**
 * Limits of callers whose router requests the subgraph on their behalf. One request may list the keys of all entities
 * of a large page, whose number the cost of the operation limits, and one socket carries the subscriptions of many
 * clients.
 */
const routerLimits = { maxInputValues: 10 * defaultOperationLimits.maxInputValues, maxOperationsPerSocket: 10_000 };

/** Reason for rejecting a request without a valid signature if callers' own credentials are not accepted. */
const signedOnly = 'Subgraphs answer only signed requests of their gateways.';

/**
 * Serves a subgraph at `/graphql`, including `_entities` and `_service`: to its gateways, whose signature names the
 * caller, and to callers with a credential of the access file, which their router forwards.
 */
export function serveGraphql(
  app: FastifyInstance,
  subgraph: ExecutableSubgraph,
  { verify, access, ...options }: ServeGraphqlOptions,
): Promise<GraphqlEndpoint> {
  const isOpen = () => verify === undefined && access.isOpen;
  return createGraphqlEndpoint({
    ...options,
    engine: createSubgraphEngine(subgraph, options.logger),
    http: app,
    access: verify === undefined ? access : withoutOpenAccess(access),
    limits: routerLimits,
    gateways: {
      isSigned: ({ headers }) => isSigned(headers) && !isOpen(),
      signIn: async (request) => gatewaySessionOf(await verifiedCallerOf(request, verify)),
      isOpen,
    },
  });
}

/** @throws {LandfallError} UNAUTHENTICATED, also for a valid signature beside another credential */
async function verifiedCallerOf({ method, url, headers, body }: FastifyRequest, verify: VerifyRequest | undefined): Promise<Caller> {
  const isAlone = credentialInHeaders(headers).kind === 'none';
  const caller = isAlone ? await verify?.({ method, path: url, headers, body: Buffer.isBuffer(body) ? body : '' }) : undefined;
  if (caller !== undefined) return caller;
  throw new LandfallError('UNAUTHENTICATED', 'The signature is invalid, was used before, or is not the only credential.');
}

/** Creates the session of one request of a gateway, which has already applied the limits of its caller. */
function gatewaySessionOf(caller: Caller): Session {
  const { tenant, subject, partnerCallsPerMinute } = caller;
  const limits = { ...unlimitedCaller, partnerCallsPerMinute };
  const session: Session = {
    tenant,
    caller,
    limits,
    subject,
    signedInBy: 'gateway',
    expiresAt: Number.POSITIVE_INFINITY,
    renewed: () => session,
  };
  return session;
}

/** Without an access file, a subgraph with secrets answers only its gateways. */
function withoutOpenAccess(access: CallerAccess): CallerAccess {
  return {
    clock: access.clock,
    isOpen: false,
    onChange: access.onChange,
    signIn: async (credential) => {
      if (access.isOpen) throw new SignInError(signedOnly, { reason: 'NO_CREDENTIAL' });
      return access.signIn(credential);
    },
  };
}
