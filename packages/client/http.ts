import { answerShape, connectionLost, errorOf, errorOfStatus, LandfallClientError } from './client-error.ts';
import { type Credential, headersOf } from './credentials.ts';
import type { GraphqlError, QueryResult } from './document.ts';
import type { GraphqlPayload, GraphqlRequest, LinkParts } from './link.ts';

/** Sends one query. @throws {LandfallClientError} there was no result; the signal's reason when it was aborted */
export type SendQuery = <R>(request: GraphqlRequest, signal: AbortSignal) => Promise<QueryResult<R>>;

/** Sends queries by POST. A rejected credential is replaced once. */
export function createSendQuery({ url, fetch, credentials }: LinkParts): SendQuery {
  const post = async <R>(request: GraphqlRequest, credential: Credential | undefined, signal: AbortSignal): Promise<QueryResult<R>> => {
    const response = await fetch(url.href, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json', ...headersOf(credential) },
      body: JSON.stringify(request),
      signal,
    }).catch((cause: unknown) => {
      throw connectionLost('the server could not be reached', cause);
    });
    const { data, errors } = await readResponse<R>(response);
    if (data === null || isEmpty(data as object, errors)) throw errorOf(errors);
    return { data, errors };
  };
  return async (request, signal) => {
    try {
      return await post(request, await credentials.current(), signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof LandfallClientError) || error.kind !== 'unauthenticated') throw error;
      return post(request, await credentials.fresh(), signal);
    }
  };
}

/** Returns whether every root field has failed. */
function isEmpty(data: object, errors: readonly GraphqlError[]): boolean {
  return errors.length > 0 && Object.values(data).every((value) => value === null);
}

/**
 * Reads a GraphQL response of any status. @throws {LandfallClientError} for the status, if the body is not a GraphQL
 * response
 */
export async function readResponse<R>(response: Response): Promise<{ readonly data: R | null; readonly errors: readonly GraphqlError[] }> {
  const text = await response.text().catch((cause: unknown) => {
    throw connectionLost('the response was cut off', cause);
  });
  const { data = null, errors = [] } = parse<R>(text, response);
  if (!response.ok && errors.length === 0) throw errorOfStatus(response.status);
  return { data, errors };
}

function parse<R>(text: string, { ok, status }: Response): GraphqlPayload<R> {
  try {
    const answer: unknown = JSON.parse(text);
    if (typeof answer === 'object' && answer !== null && ('data' in answer || 'errors' in answer)) return answer as GraphqlPayload<R>;
  } catch {
    // Probably the page of a proxy, whose text is less useful than the status.
  }
  throw ok ? answerShape('The answer is not a GraphQL response.') : errorOfStatus(status);
}
