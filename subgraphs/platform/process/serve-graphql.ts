import { ApolloServer, type ApolloServerPlugin, HeaderMap } from '@apollo/server';
import { ApolloServerPluginCacheControlDisabled, ApolloServerPluginInlineTraceDisabled } from '@apollo/server/plugin/disabled';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import { type Caller, openCaller } from '../access/entitlement.ts';
import type { VerifyRequest } from '../access/request-signatures.ts';
import { createRowCounter, type RowCounter, rowCountsExtension, rowsWantedHeader, uncounted } from '../access/row-counter.ts';
import { LandfallError } from '../errors.ts';
import type { Subgraph } from './subgraph.ts';
import { createSchemaWithExecutor } from './subgraph-executor.ts';

/** The context of a request: that of the subgraph, with a row counter. */
type CountedContext = object & { readonly rows: RowCounter };

/** Reports the confidential rows in an answer to the gateway, which knows the client. */
const reportRows: ApolloServerPlugin<CountedContext> = {
  requestDidStart: async () => ({
    willSendResponse: async ({ response: { body }, contextValue }) => {
      const counts = contextValue.rows.counts();
      if (body.kind !== 'single' || counts === undefined) return;
      body.singleResult.extensions = { ...body.singleResult.extensions, [rowCountsExtension]: counts };
    },
  }),
};

/**
 * Serves a subgraph's schema for gateways at `POST /graphql`, `_entities` and `_service` included.
 *
 * @param verify returns the caller of a gateway's request; others get 401 before the body is parsed. Absent: every caller
 *   sees all data
 */
export async function serveGraphql(
  app: FastifyInstance,
  subgraph: Pick<Subgraph, 'contextFor'> & { readonly schema: GraphQLSchema },
  verify: VerifyRequest | undefined,
): Promise<ApolloServer<CountedContext>> {
  const apollo = new ApolloServer<CountedContext>({
    gateway: createSchemaWithExecutor(subgraph.schema, app.log),
    introspection: true,
    // Gateways send JSON bodies only; browsers never reach a subgraph.
    csrfPrevention: true,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    // Tracing would time every field, and print a line that is not JSON; no gateway reads the hints of cache control.
    plugins: [ApolloServerPluginInlineTraceDisabled(), ApolloServerPluginCacheControlDisabled(), reportRows],
  });
  await apollo.start();
  const callerOf = verify === undefined ? async () => openCaller : (request: FastifyRequest) => signedCallerOf(request, verify);
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.setErrorHandler((error, _request, reply) => {
      if (!(error instanceof LandfallError)) throw error;
      return reply.code(error.status).send({ errors: [{ message: error.message, extensions: error.extensions }] });
    });
    scope.post('/graphql', async (request, reply) => {
      const caller = await callerOf(request);
      const rows = rowsWantedHeader in request.headers ? createRowCounter() : uncounted;
      const headers = new HeaderMap();
      for (const [name, value] of Object.entries(request.headers)) if (value !== undefined) headers.set(name, String(value));
      const answer = await apollo.executeHTTPGraphQLRequest({
        httpGraphQLRequest: { method: 'POST', headers, search: '', body: parseBody(request.body) },
        context: async () => ({ ...subgraph.contextFor(caller, { rows }), rows }),
      });
      for (const [name, value] of answer.headers) reply.header(name, value);
      if (answer.body.kind !== 'complete') throw new Error('incremental delivery was not asked for');
      return reply.code(answer.status ?? 200).send(answer.body.string);
    });
  });
  return apollo;
}

/** @throws {LandfallError} UNAUTHENTICATED */
async function signedCallerOf({ method, url, headers, body }: FastifyRequest, verify: VerifyRequest): Promise<Caller> {
  const caller = await verify({ method, path: url, headers, body: Buffer.isBuffer(body) ? body : '' });
  if (caller === undefined) throw new LandfallError('UNAUTHENTICATED', 'Subgraphs answer only signed requests of their gateways.');
  return caller;
}

/** @throws {LandfallError} BAD_REQUEST */
function parseBody(body: unknown): unknown {
  try {
    return JSON.parse(String(body));
  } catch (cause) {
    throw new LandfallError('BAD_REQUEST', 'The body is not JSON.', { cause });
  }
}
