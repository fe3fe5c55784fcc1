import type { VersionStyle } from './capability-profile.ts';
import { type Probe, type ProbeParts, type ProbeResult, skipped } from './probe.ts';
import type { Sample } from './sample.ts';

export interface VersionRules {
  readonly answerRule: string;
  /** Whether every response needs the header. */
  readonly isDemanded: boolean;
  readonly requestRule: string;
  /** The styles that a partner must accept. */
  readonly mustAccept: readonly VersionStyle[];
  readonly unsupportedRule: string;
  /** Whether an unsupported version must be refused. */
  readonly mustRefuse: boolean;
}

const styles: readonly VersionStyle[] = ['full', 'major', 'none'];
const styleWords: Readonly<Record<VersionStyle, string>> = { full: 'full', major: 'major only', none: 'left out' };

/** Creates the probes of the header `API-Version`, in responses and in requests. */
export function versionProbes(parts: ProbeParts, sampleOf: () => Sample, rules: VersionRules): Probe[] {
  const { requestPartner, claims, found } = parts;

  const inAnswers = async (): Promise<ProbeResult> => {
    const { answer } = sampleOf();
    if (answer === undefined) return skipped('Requires an answer with status 200.');
    const { apiVersion } = answer;
    if (apiVersion === undefined) {
      return rules.isDemanded
        ? { verdict: 'BROKEN', reason: 'The answer has no API-Version.' }
        : skipped('The answer has no API-Version, and need not have one.');
    }
    if (!/^\d+\.\d+\.\d+(-.+)?$/.test(apiVersion)) return { verdict: 'BROKEN', reason: `Expected a full version, got "${apiVersion}".` };
    found.version = apiVersion;
    const agrees = apiVersion === claims.version;
    return { verdict: agrees ? 'OK' : 'DIFFERS', reason: `${apiVersion}.${agrees ? '' : ` The file says ${claims.version}.`}` };
  };

  const inRequests = async (style: VersionStyle): Promise<ProbeResult> => {
    const { answer, path, parameters } = sampleOf();
    if (answer === undefined) return skipped('Requires a request that is answered with 200.');
    const current = found.versionHeader ?? claims.versionHeader;
    const isClaimed = style === claims.versionHeader;
    if (style === current) {
      if (isClaimed) found.versionHeader = style;
      const verdict = isClaimed ? 'OK' : 'DIFFERS';
      return {
        verdict,
        reason: `Accepted; the plain page was requested in this style.${isClaimed ? '' : ` The file says ${claims.versionHeader}.`}`,
      };
    }
    const { status } = await requestPartner(path, parameters, { versionHeader: style });
    if (status === 200) return { verdict: 'OK', reason: 'Accepted.' };
    const reason = `Refused (${status}).`;
    if (rules.mustAccept.includes(style)) return { verdict: 'BROKEN', reason };
    return isClaimed ? { verdict: 'DIFFERS', reason: `${reason} The file says ${style}.` } : { verdict: 'OK', reason };
  };

  const unsupported = async (): Promise<ProbeResult> => {
    const { answer, path, parameters } = sampleOf();
    if (answer === undefined) return skipped('Requires a request that is answered with 200.');
    const apiVersion = (found.versionHeader ?? claims.versionHeader) === 'major' ? '99' : '99.0.0';
    const { status } = await requestPartner(path, parameters, { apiVersion });
    if (status === 400) return { verdict: 'OK', reason: `${apiVersion} is refused (400).` };
    if (status !== 200)
      return { verdict: 'BROKEN', reason: `${apiVersion}: expected 400${rules.mustRefuse ? '' : ' or 200'}, got ${status}.` };
    return { verdict: rules.mustRefuse ? 'BROKEN' : 'OK', reason: `${apiVersion} is answered like the supported one.` };
  };

  return [
    { name: 'API-Version of answers', rule: rules.answerRule, run: inAnswers },
    ...styles.map((style) => ({
      name: `API-Version of requests, ${styleWords[style]}`,
      rule: rules.requestRule,
      run: () => inRequests(style),
    })),
    { name: 'unsupported API-Version', rule: rules.unsupportedRule, run: unsupported },
  ];
}
