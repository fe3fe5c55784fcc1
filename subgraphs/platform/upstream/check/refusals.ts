import { type Parameters, type Probe, type ProbeAnswer, type ProbeParts, type ProbeResult, skipped } from './probe.ts';
import type { Sample } from './sample.ts';

const needsAnswer = 'Requires a request that is answered with 200.';

/** The standard's requirements for a refusal. */
export interface RefusalRules {
  /** Returns the issues of the body of a refusal. */
  readonly errorIssuesOf: (body: unknown) => readonly string[];
  /** Whether error responses also need `API-Version`. */
  readonly isVersionDemanded: boolean;
}

/** A request that a partner has to refuse. */
export interface InvalidRequest {
  readonly name: string;
  readonly rule: string;
  /** The sample whose path is used, once it has been answered. */
  readonly sample: Sample;
  readonly parameters: () => Parameters;
  /** Filters that make the request invalid. The request cannot be tested with a partner that does not apply them. */
  readonly takes?: readonly string[];
  /** Whether the request is invalid only for a partner that supports paging. */
  readonly isOfPaging?: boolean;
}

/** Creates the probe of a request that must be refused with 400 and the standard's error body. */
export function invalidRequestProbe({ requestPartner, found }: ProbeParts, invalidRequest: InvalidRequest, rules: RefusalRules): Probe {
  const { name, rule, sample, parameters, takes = [] } = invalidRequest;
  const run = async (): Promise<ProbeResult> => {
    if (sample.answer === undefined) return skipped(needsAnswer);
    const missing = takes.find((filter) => found.filters.get(filter) !== 'APPLIED');
    if (missing !== undefined) return skipped(`Requires ${missing}, which is not applied or could not be checked.`);
    if (invalidRequest.isOfPaging && found.paging === false) return skipped('Requires a partner with pages.');
    const answer = await requestPartner(sample.path, parameters());
    if (answer.status === 200) return { verdict: 'BROKEN', reason: 'Answered with 200, although the request is invalid.' };
    if (answer.status !== 400) return { verdict: 'BROKEN', reason: `Expected 400, got ${answer.status}.` };
    return resultOfError(answer, rules);
  };
  return { name, rule, run };
}

/** Creates the probe of an unknown parameter. */
export function unknownParameterProbe(
  { requestPartner }: ProbeParts,
  sample: () => Sample,
  options: RefusalRules & { readonly rule: string; readonly mayBeSilent: boolean },
): Probe {
  const parameter = 'landfallProbe';
  const run = async (): Promise<ProbeResult> => {
    const { answer: first, path, parameters } = sample();
    if (first === undefined) return skipped(needsAnswer);
    const answer = await requestPartner(path, { ...parameters, [parameter]: '1' });
    if (answer.status === 400) return resultOfError(answer, options);
    if (answer.status !== 200) return { verdict: 'BROKEN', reason: `Expected 200 or 400, got ${answer.status}.` };
    const isStated = answer.feedback.some(({ message }) => message.includes(parameter));
    if (isStated) return { verdict: 'OK', reason: 'Ignored, and a remark says so.' };
    return { verdict: options.mayBeSilent ? 'OK' : 'BROKEN', reason: 'Ignored without a remark.' };
  };
  return { name: 'unknown parameter', rule: options.rule, run };
}

/** Creates the probe of an unknown path. */
export function unknownPathProbe({ requestPartner }: ProbeParts, options: { readonly prefix: string; readonly rule: string }): Probe {
  const run = async (): Promise<ProbeResult> => {
    const { status } = await requestPartner(`${options.prefix}/landfall-probe`);
    // Some gateways answer 401 or 403 for unknown paths.
    const isRefused = status >= 400 && status < 500;
    return { verdict: isRefused ? 'OK' : 'BROKEN', reason: isRefused ? `Refused (${status}).` : `Expected 404, got ${status}.` };
  };
  return { name: 'unknown path', rule: options.rule, run };
}

/**
 * Creates the probe of a request without our credential. A wrong credential is never sent, because that could lock the
 * account.
 */
export function credentialProbe({ requestPartner, signsIn }: ProbeParts, sampleOf: () => Sample): Probe {
  const run = async (): Promise<ProbeResult> => {
    if (!signsIn) return skipped('The file has no outbound credential.');
    const { path, parameters, answer } = sampleOf();
    if (answer === undefined) return skipped(needsAnswer);
    const { status } = await requestPartner(path, parameters, { unsigned: true });
    if (status === 401 || status === 403) return { verdict: 'OK', reason: `Refused (${status}).` };
    if (status === 200) return { verdict: 'DIFFERS', reason: 'Answered with 200, although the file has an outbound credential.' };
    return { verdict: 'BROKEN', reason: `Expected 401 or 403, got ${status}.` };
  };
  return {
    name: 'call without our credential',
    rule: 'Credentials are agreed outside the standard; a request without one gets 401 or 403.',
    run,
  };
}

function resultOfError(answer: ProbeAnswer, { errorIssuesOf, isVersionDemanded }: RefusalRules): ProbeResult {
  const violations = [
    ...(/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(answer.contentType ?? '')
      ? []
      : [`Content-Type: expected application/json, got ${answer.contentType ?? 'none'}`]),
    ...(isVersionDemanded && answer.apiVersion === undefined ? ['API-Version: is absent'] : []),
    ...(answer.body === undefined ? ['$ expected JSON'] : errorIssuesOf(answer.body)),
  ];
  if (violations.length === 0) return { verdict: 'OK', reason: `Refused (${answer.status}) with the error body of the standard.` };
  return { verdict: 'BROKEN', reason: `Refused (${answer.status}), but not as the standard requires.`, violations };
}

/** Returns the issues of an error body of Arrival Notice or Port Call, which needs at least one remark with the reason. */
export function feedbackIssuesOf(body: unknown): string[] {
  const elements: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'feedbackElements') : undefined;
  if (!Array.isArray(elements)) return ['$.feedbackElements expected a list'];
  const isError = (element: unknown) =>
    typeof element === 'object' &&
    element !== null &&
    Reflect.get(element, 'severity') === 'ERROR' &&
    typeof Reflect.get(element, 'message') === 'string';
  return elements.some(isError) ? [] : ['$.feedbackElements expected at least one with severity ERROR and a message'];
}
