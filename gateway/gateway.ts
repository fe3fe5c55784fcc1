import { createHash } from 'node:crypto';
import { feedback } from '@landfall/dcsa/feedback.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requireSignIn } from '#platform/access/caller-sign-in.ts';
import { errorTable } from '#platform/errors.ts';
import { type ClientError, toClientError } from '#platform/graphql/client-errors.ts';
import type { RequestPipeline } from '#platform/operations/request-pipeline.ts';
import { registerCapabilities } from '#platform/process/capabilities.ts';
import type { StandardProfile } from '#platform/publisher/get/endpoint.ts';
import { createGraphqlEndpoint, type EndpointOptions, type GraphqlEndpoint } from '#platform/transports/graphql-endpoint.ts';

/**
 * Serves an engine at `/graphql`, and rendered notices at `/visualizations/:id`.
 */
export async function createGateway(options: Omit<EndpointOptions, 'gateways'>): Promise<GraphqlEndpoint> {
  const endpoint = await createGraphqlEndpoint(options);
  registerVisualizationRoute(options.http, endpoint.pipeline);
  return endpoint;
}

/** The result of {@link visualizationQuery}. */
interface Visualization {
  readonly name?: string | null;
  readonly contentType?: string | null;
  /** Base64. */
  readonly content?: string | null;
}

/** Executed whatever documents clients may send. */
export const visualizationQuery = /* GraphQL */ `
  query Visualization($id: ID!) {
    node(id: $id) {
      ... on ArrivalNoticeVersion {
        visualization {
          name
          contentType
          content
        }
      }
    }
  }
`;

/** Media types that a browser displays without executing anything. All others are sent as a download. */
const shownTypes: ReadonlySet<string> = new Set(['application/pdf', 'image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/**
 * Registers `GET /visualizations/:id`, which returns the rendered notice that a carrier embedded in a version, as a
 * file. It requires the rights to the version.
 */
function registerVisualizationRoute(http: FastifyInstance, pipeline: RequestPipeline): void {
  http.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) =>
      answerError(reply, toClientError(error, { requestId: request.id, logger: pipeline.logger })),
    );
    const sessionOf = requireSignIn(scope, pipeline);
    scope.get<{ Params: { id: string } }>('/visualizations/:id', async (request, reply) => {
      const session = sessionOf(request);
      const scope = { transport: 'http', requestId: request.id, session } as const;
      const outcome = await pipeline.answer({ query: visualizationQuery, variables: { id: request.params.id } }, scope);
      if (outcome.kind === 'stream') throw new Error('expected a query');
      const { data, errors } = outcome.answer;
      const { visualization } = (data?.['node'] ?? {}) as { visualization?: Visualization | null };
      if (errors !== undefined || !visualization?.content) return answerError(reply, errors?.[0]);
      return answerFile(request, reply, visualization);
    });
  });
}

function answerFile(request: FastifyRequest, reply: FastifyReply, { name, contentType, content }: Visualization): FastifyReply {
  const bytes = Buffer.from(content ?? '', 'base64');
  const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`;
  reply.header('etag', etag).header('cache-control', 'private, no-cache').header('x-content-type-options', 'nosniff');
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  const type = contentType?.toLowerCase() ?? '';
  return reply
    .header('content-type', shownTypes.has(type) ? type : 'application/octet-stream')
    .header('content-disposition', `attachment; ${filenameOf(name || 'visualization')}`)
    .header('content-security-policy', 'sandbox')
    .send(bytes);
}

/**
 * Returns a safe file name. The partner has chosen the name, so characters that could end the header or leave the
 * folder are removed (RFC 6266).
 */
function filenameOf(name: string): string {
  const plain =
    name
      .replace(/[^\w .()-]/g, '_')
      .replace(/^[. ]+/, '')
      .slice(0, 100) || 'visualization';
  const extended = encodeURIComponent(
    name
      .toWellFormed()
      .replace(/[\\/\p{Cc}]/gu, '_')
      .slice(0, 100)
      .toWellFormed(),
  ).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
  return `filename="${plain}"; filename*=UTF-8''${extended}`;
}

function answerError(reply: FastifyReply, error: Pick<ClientError, 'message' | 'extensions'> | undefined): FastifyReply {
  const shown = error ?? {
    message: 'The visualization does not exist, or the caller may not see it.',
    extensions: { code: 'NOT_FOUND' as const },
  };
  return reply.code(errorTable[shown.extensions.code].status).send({ errors: [{ message: shown.message, extensions: shown.extensions }] });
}

/** A standard, and the subgraph that serves its partners. */
export interface ServedStandard {
  readonly subgraph: string;
  readonly profile: StandardProfile;
}

/**
 * Answers every path below `/dcsa` of a gateway that runs apart: partners push to the subgraphs and read from them. The
 * answer has the error body of the path's standard, and names the subgraph. The capability profile is the same everywhere.
 *
 * @param standards that of paths which belong to none is the first
 */
export function refusePartnerPaths(app: FastifyInstance, capabilities: object, standards: readonly ServedStandard[]): void {
  const { status } = errorTable.ROUTE_UNKNOWN;
  const segmentOf = (path: string) => path.split(/[/?]/, 2)[1];
  app.register(
    async (scope) => {
      registerCapabilities(scope, capabilities);
      scope.setNotFoundHandler(({ method, originalUrl: url, id }, reply) => {
        const segment = segmentOf(url.slice(scope.prefix.length));
        const isServed = ({ profile: { endpoints, receives } }: ServedStandard) =>
          [...endpoints, ...receives].some(({ path }) => segmentOf(path) === segment);
        const { subgraph, profile } = standards.find(isServed) ?? standards[0] ?? {};
        const message = `This process is a gateway, which serves no partners. Send the request to the address of the subgraph ${subgraph}, or to a proxy that routes this path there.`;
        const body = profile?.endpoints[0]?.refusalBody?.({ status, message, issues: [] }, { method, url, id });
        return reply
          .code(status)
          .headers({ 'API-Version': profile?.version, 'Cache-Control': 'no-store' })
          .send(body ?? { feedbackElements: [feedback('ERROR', message)] });
      });
    },
    { prefix: '/dcsa' },
  );
}
