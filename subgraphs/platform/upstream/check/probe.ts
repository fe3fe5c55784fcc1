import type { FeedbackElement } from '@landfall/dcsa/feedback.ts';
import type { EndpointField } from '../../partners/endpoint-of.ts';
import type { ListStyle } from '../query-parameters.ts';
import type { Claims, Findings, VersionStyle } from './capability-profile.ts';

/**
 * `OK`: as the partner's file claims, and permitted by the standard. `DIFFERS`: permitted, but not as claimed.
 * `BROKEN`: violates the standard. `SKIPPED`: not determined.
 */
export type Verdict = 'OK' | 'DIFFERS' | 'BROKEN' | 'SKIPPED';

/** The result of a probe. */
export interface ProbeResult {
  readonly verdict: Verdict;
  /** The partner's behaviour, or what the probe would need. */
  readonly reason: string;
  /** Individual violations, for example of the schema, with their paths. Their number is limited. */
  readonly violations?: readonly string[];
}

/** One test of a partner's API. Sends GETs only. */
export interface Probe {
  readonly name: string;
  /** The standard's rule that the probe tests. */
  readonly rule: string;
  readonly run: () => Promise<ProbeResult>;
}

/** Query parameters. A list becomes one parameter with several values. */
export type Parameters = Readonly<Record<string, string | readonly string[]>>;

/** A response with any status. Strings of the partner contain neither our credentials nor control characters. */
export interface ProbeAnswer {
  readonly status: number;
  readonly apiVersion: string | undefined;
  readonly contentType: string | undefined;
  /** The header `Next-Page-Cursor`, unchanged. */
  readonly cursor: string | undefined;
  /** Target of a redirect, without its query. */
  readonly location: string | undefined;
  /** Parsed JSON; undefined for any other body. */
  readonly body: unknown;
  /** The list in the body of a 200; undefined when it is not where the standard requires it. */
  readonly rows: readonly unknown[] | undefined;
  readonly feedback: readonly FeedbackElement[];
  /** Message of the error body, shortened. */
  readonly message: string | undefined;
}

export interface RequestOptions {
  /** Default: the style that was found to work, otherwise the claimed one. */
  readonly listStyle?: ListStyle | undefined;
  /** Default: the style that was found to work, otherwise the claimed one. */
  readonly versionHeader?: VersionStyle | undefined;
  /** Sent as `API-Version` instead of the version in the file. */
  readonly apiVersion?: string | undefined;
  /** Whether the request is sent without a credential. */
  readonly unsigned?: boolean | undefined;
}

/**
 * Sends one GET to a path below the base URL, within the partner's rate limit. Throws to end the probe or the whole
 * check.
 */
export type RequestPartner = (path: string, parameters?: Parameters, options?: RequestOptions) => Promise<ProbeAnswer>;

/** The context of one check's probes. */
export interface ProbeParts {
  readonly requestPartner: RequestPartner;
  readonly claims: Claims;
  /** The results so far, which later probes use. */
  readonly found: Findings;
  /** Parameters with values for which the partner has rows. */
  readonly given: Readonly<Record<string, string>>;
  /** The current day, `YYYY-MM-DD` in UTC. */
  readonly today: string;
  /** Whether the file has an outbound credential. */
  readonly signsIn: boolean;
}

/** The probes of one standard. */
export interface StandardProbes {
  readonly field: EndpointField;
  /** The capabilities that apply to the standard. */
  readonly profileFields: readonly (keyof Findings)[];
  /** Returns the list in the body of a 200; undefined when it is not where the standard requires it. */
  readonly rowsOf: (body: unknown) => readonly unknown[] | undefined;
  /** Creates the probes of one check. They run in this order; later ones use the results of earlier ones. */
  readonly create: (parts: ProbeParts) => readonly Probe[];
}

/** Returns the result of a probe that could not determine anything. */
export function skipped(reason: string): ProbeResult {
  return { verdict: 'SKIPPED', reason };
}

/** Selects the given parameters that one request takes. */
export function onlyNamed(given: ProbeParts['given'], names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(given).filter(([name]) => names.includes(name)));
}

/** Adds days to a day, both `YYYY-MM-DD`. */
export function dayFrom(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}
