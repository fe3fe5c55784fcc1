import type { Clock } from '#platform/time/clock.ts';
import { spoil } from './awkward-writing.ts';
import type { Deviations } from './awkwardness.ts';
import type { SandboxRequest, SandboxResponse } from './server.ts';

export interface MannersOptions {
  readonly awkward: Deviations;
  readonly clock: Clock;
  /** Writes a refusal as the standard has it that the question is about. */
  readonly refuse: (question: SandboxRequest, status: number, message: string) => SandboxResponse;
}

/**
 * Gives somebody who answers to the letter the manners of an awkward carrier: it may have too many questions, fail now
 * and then, be slow, have moved, and spoil what it says.
 */
export function withManners(
  answering: (question: SandboxRequest) => SandboxResponse,
  { awkward, clock, refuse }: MannersOptions,
): (question: SandboxRequest) => Promise<SandboxResponse> {
  const refusalOf = createRefusals(awkward, clock);
  return async (question) => {
    if (awkward.slowMs > 0) await clock.wait(awkward.slowMs);
    const refused = refusalOf(question);
    const answer = refused === undefined ? answering(question) : refuse(question, refused.status, refused.message);
    return spoil({ ...answer, headers: { ...answer.headers, ...refused?.headers } }, awkward);
  };
}

interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const secondMs = 1_000;

/** Makes the function that counts requests, and says which one is not answered whatever it asks. */
function createRefusals(awkward: Deviations, clock: Clock): (question: SandboxRequest) => Refusal | undefined {
  const { requestsPerSecond, retryAfterSeconds, failsEvery, redirectsTo } = awkward;
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
