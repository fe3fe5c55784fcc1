import type { Clock } from './clock.ts';
import { spoil } from './deviating-responses.ts';
import type { Deviations } from './deviations.ts';
import type { SandboxRequest, SandboxResponse } from './server.ts';

export interface DeviationOptions {
  readonly deviations: Deviations;
  readonly clock: Clock;
  /** Returns a refusal in the form of the standard of the request. */
  readonly refuse: (request: SandboxRequest, status: number, message: string) => SandboxResponse;
}

/**
 * Adds the deviations of a carrier to its responses: limits of requests, failures, slowness, redirects and unusual
 * bodies.
 */
export function withDeviations(
  answering: (request: SandboxRequest) => SandboxResponse,
  { deviations, clock, refuse }: DeviationOptions,
): (request: SandboxRequest) => Promise<SandboxResponse> {
  const refusalOf = createRefusals(deviations, clock);
  return async (request) => {
    if (deviations.slowMs > 0) await clock.wait(deviations.slowMs);
    const refused = refusalOf(request);
    const answer = refused === undefined ? answering(request) : refuse(request, refused.status, refused.message);
    return spoil({ ...answer, headers: { ...answer.headers, ...refused?.headers } }, deviations);
  };
}

interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const secondMs = 1_000;

/** Creates the function that counts requests and returns the refusal of some of them. */
function createRefusals(deviations: Deviations, clock: Clock): (request: SandboxRequest) => Refusal | undefined {
  const { requestsPerSecond, retryAfterSeconds, failsEvery, redirectsTo } = deviations;
  let recent: number[] = [];
  let count = 0;
  return ({ uri }) => {
    const now = clock.now();
    recent = recent.filter((at) => at > now - secondMs);
    if (recent.length >= requestsPerSecond) {
      const message = `At most ${requestsPerSecond} requests a second.`;
      return { status: 429, message, headers: retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) } };
    }
    recent.push(now);
    count += 1;
    if (failsEvery > 0 && count % failsEvery === 0) return { status: 503, message: 'Not available at the moment.' };
    if (redirectsTo === undefined) return undefined;
    return { status: 307, message: 'We have moved.', headers: { Location: `${redirectsTo}${uri}` } };
  };
}
