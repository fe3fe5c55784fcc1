import { answerShape, connectionLost, errorOf, errorOfStatus, LandfallClientError } from './client-error.ts';
import { type Credential, type Credentials, headersOf } from './credentials.ts';
import type { Answer, GraphqlError } from './document.ts';
import type { GraphqlPayload, GraphqlRequest } from './link.ts';

export interface HttpOptions {
  readonly url: string;
  readonly fetch: typeof fetch;
  readonly credentials: Credentials;
}

/** Asks once. @throws {LandfallClientError} there was no answer; the signal's reason when it was aborted */
export type Ask = <R>(request: GraphqlRequest, signal: AbortSignal) => Promise<Answer<R>>;

/** Asks by POST. A credential that is refused is replaced once. */
export function createAsk({ url, fetch, credentials }: HttpOptions): Ask {
  const post = async <R>(request: GraphqlRequest, credential: Credential | undefined, signal: AbortSignal): Promise<Answer<R>> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json', ...headersOf(credential) },
      body: JSON.stringify(request),
      signal,
    }).catch((cause: unknown) => {
      throw connectionLost('the server could not be reached', cause);
    });
    const { data, errors } = await readAnswer<R>(response);
    if (data === null || hasNothing(data as object, errors)) throw errorOf(errors);
    return { data, errors };
  };
  return async (request, signal) => {
    try {
      return await post(request, await credentials.current(), signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof LandfallClientError) || error.kind !== 'refused') throw error;
      return post(request, await credentials.fresh(), signal);
    }
  };
}

/** Whether nothing of what was asked for could be had: every root field is null, and errors say why. */
function hasNothing(data: object, errors: readonly GraphqlError[]): boolean {
  return errors.length > 0 && Object.values(data).every((value) => value === null);
}

/** Reads a GraphQL answer of any status. @throws {LandfallClientError} by the status, when the body is none */
export async function readAnswer<R>(response: Response): Promise<{ readonly data: R | null; readonly errors: readonly GraphqlError[] }> {
  const text = await response.text().catch((cause: unknown) => {
    throw connectionLost('the answer was cut off', cause);
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
    // A proxy's page, most likely: its status says more than its text.
  }
  throw ok ? answerShape('The answer is not a GraphQL response.') : errorOfStatus(status);
}
