import type { RecordedRequest, ScriptedAnswer } from '../support/fake-partner.ts';
import { services } from './habit.ts';

/** A partner that issues tokens at `/token`. */
export interface TokenServer {
  /** Returns whether a token request is what the server wants. Default: any. */
  readonly wants?: (request: RecordedRequest, form: URLSearchParams) => boolean;
  /** Answers a token request. */
  readonly grants?: (token: string) => ScriptedAnswer;
  /** Number of requests after which a token has ended. */
  readonly lastsFor?: number;
  /** Answers a request without a valid token. */
  readonly refuses?: ScriptedAnswer;
  /** Returns whether a request has what it needs beside the token. Default: any. */
  readonly needs?: (request: RecordedRequest) => boolean;
}

/** Returns the answers of a partner whose rows need a token; they are one service, `S1`. */
export function behindTokens(server: TokenServer): (request: RecordedRequest, before: readonly RecordedRequest[]) => ScriptedAnswer {
  const { wants = () => true, needs = () => true, lastsFor = Number.POSITIVE_INFINITY, refuses = { status: 401 } } = server;
  const grants = server.grants ?? ((token) => ({ body: { access_token: token, token_type: 'Bearer', expires_in: 3_600 } }));
  const isTokenRequest = ({ url }: RecordedRequest) => url.startsWith('/token');
  return (request, before) => {
    const granted = before.filter(isTokenRequest).length;
    if (isTokenRequest(request)) {
      const isRight = request.method === 'POST' && wants(request, new URLSearchParams(request.body.toString()));
      return isRight ? grants(`token-${granted + 1}`) : { status: 401, body: { error: 'invalid_client' } };
    }
    const authorization = `Bearer token-${granted}`;
    const uses = before.filter(({ headers }) => headers.authorization === authorization).length;
    return request.headers.authorization === authorization && uses < lastsFor && needs(request) ? { body: services('S1') } : refuses;
  };
}
