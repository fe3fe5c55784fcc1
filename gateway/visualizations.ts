import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorTable } from '#platform/errors.ts';
import { type ClientError, toClientError } from '#platform/graphql/client-errors.ts';
import type { RequestPipeline } from '#platform/transports/request-pipeline.ts';
import { requireSignIn } from '#platform/transports/require-sign-in.ts';

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
export function registerVisualizationRoute(http: FastifyInstance, pipeline: RequestPipeline): void {
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
      if (errors !== undefined) return answerError(reply, errors[0]);
      if (!visualization?.content)
        return answerError(reply, {
          message: 'The visualization does not exist, or the caller may not see it.',
          extensions: { code: 'NOT_FOUND' },
        });
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
