import { buildSubgraphSchema } from '@apollo/subgraph';
import type { FastifyRequest } from 'fastify';
import { type GraphQLSchema, isObjectType } from 'graphql';
import { withoutOpenAccess } from '../access/caller-sign-in.ts';
import { type Caller, unlimitedCaller } from '../access/entitlement.ts';
import { createOrigins } from '../access/origins.ts';
import { createRequestVerifier, isSigned, type VerifyRequest } from '../access/request-signatures.ts';
import { credentialInHeaders, type Session } from '../access/sessions.ts';
import { sharedCachePool } from '../cache/memory-bounds.ts';
import type { SharedCounts } from '../cache/shared-counts.ts';
import type { Config } from '../config.ts';
import { LandfallError } from '../errors.ts';
import { createCompiler } from '../graphql/compiler.ts';
import type { Engine } from '../graphql/engine.ts';
import { addKeptParts, type KeptPartRules } from '../graphql/kept-parts.ts';
import { readSubgraphDocument } from '../graphql/subgraph-sdl.ts';
import type { Logger } from '../logger.ts';
import { defaultOperationLimits } from '../operations/check-request.ts';
import { anyDocument, noDocument, policyOf } from '../operations/request-policy.ts';
import { systemClock } from '../time/clock.ts';
import { createGraphqlEndpoint, type EndpointOptions, type GraphqlEndpoint } from '../transports/graphql-endpoint.ts';
import type { Subgraph } from './subgraph.ts';

/**
 * Serves a subgraph at `/graphql`, including `_entities` and `_service`: to its gateways, whose signature names the
 * caller, and to callers with a credential of the access file, which their router forwards. Pages send requests only to
 * gateways.
 */
export function serveSubgraph(
  subgraph: Subgraph,
  {
    config: { TRUSTED_DOCUMENTS, ...config },
    counts,
    ...options
  }: Omit<ServeGraphqlOptions, 'verify' | 'policy'> & { readonly config: Config; readonly counts: SharedCounts | undefined },
): Promise<GraphqlEndpoint> {
  const { SUBGRAPH_SECRETS: secrets } = config;
  const verify = secrets && createRequestVerifier(secrets, systemClock, counts);
  const queryTextOf = TRUSTED_DOCUMENTS === undefined ? anyDocument : noDocument;
  const policy = { ...policyOf(config, { counts }), queryTextOf, origins: createOrigins([]), handshakeCredentials: true };
  const openSchema = () => openSubgraphSchema(subgraph);
  return serveGraphql({ schema: openSchema(), openSchema, contextFor: subgraph.contextFor }, { ...options, verify, policy });
}

export interface ServeGraphqlOptions extends Omit<EndpointOptions, 'engine' | 'gateways' | 'limits' | 'hasIde'> {
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

/** Serves an executable subgraph to its gateways and to callers whose credentials a router forwards. */
export function serveGraphql(subgraph: ExecutableSubgraph, { verify, access, ...options }: ServeGraphqlOptions): Promise<GraphqlEndpoint> {
  const isOpen = () => verify === undefined && access.isOpen;
  return createGraphqlEndpoint({
    ...options,
    engine: createSubgraphEngine(subgraph, options.logger),
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

/** Builds the executable schema of a subgraph in distributed mode, including the fields that routers need. */
export function openSubgraphSchema({ name, resolvers }: Pick<Subgraph, 'name' | 'resolvers'>): GraphQLSchema {
  return buildSubgraphSchema([{ typeDefs: readSubgraphDocument(name), resolvers: resolvers as never }]);
}

/** A subgraph in the form in which an engine executes it. */
export type ExecutableSubgraph = Pick<Subgraph, 'contextFor'> & {
  readonly schema: GraphQLSchema;
  /** Opens the same schema again, to which the fields of cached parts are added. @default no parts are cached */
  readonly openSchema?: () => GraphQLSchema;
};

/**
 * Creates the engine of one subgraph, which executes repeated operations by compiled code. The plans of a router have
 * few distinct documents.
 */
export function createSubgraphEngine({ schema, openSchema, contextFor }: ExecutableSubgraph, logger: Pick<Logger, 'warn'>): Engine {
  const compiler = createCompiler(() => {
    if (openSchema === undefined) return { schema };
    const compiled = openSchema();
    return { schema: compiled, kept: addKeptParts(compiled, keptPartRulesOf(compiled), sharedCachePool) };
  }, logger);
  return {
    schema,
    execute: async (request) => {
      const contextValue = contextFor(request.caller, { rows: request.rows });
      const { data, errors } = await compiler.execute(schema, request, contextValue);
      return errors === undefined ? { data: data ?? null } : { data: data ?? null, errors };
    },
    [Symbol.asyncDispose]: async () => {},
  };
}

/** The fields of match sets, by which they differ from all other objects that are found by a key. */
const fieldsOfMatchSets = ['outcome', 'sources'];

function keptPartRulesOf(schema: GraphQLSchema): KeptPartRules {
  const fieldsOf = (type: string) => {
    const named = schema.getType(type);
    return isObjectType(named) ? named.getFields() : {};
  };
  return {
    isMatchSet: (type) => fieldsOfMatchSets.every((field) => Object.hasOwn(fieldsOf(type), field)),
    ownersOf: () => [''],
    resolverOf: (_, type, field) => fieldsOf(type)[field]?.resolve,
  };
}
