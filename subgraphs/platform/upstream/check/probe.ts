import type { EndpointField } from '../../partners/endpoint-of.ts';
import type { FeedbackElement } from '../../wire/dcsa.ts';
import type { ListStyle } from '../query-parameters.ts';
import type { Claims, Findings, VersionStyle } from './capability-profile.ts';

/**
 * `OK`: as the partner's file claims, and permitted by the standard. `DIFFERS`: permitted, but not as claimed. `BROKEN`:
 * violates the standard. `SKIPPED`: not determined.
 */
export type Verdict = 'OK' | 'DIFFERS' | 'BROKEN' | 'SKIPPED';

/** Result of a probe. */
export interface ProbeResult {
  readonly verdict: Verdict;
  /** The partner's behaviour, or what the probe needs. */
  readonly reason: string;
  /** Single violations, for example of the schema, with their paths; bounded. */
  readonly violations?: readonly string[];
}

/** One check of a partner. Sends GETs only. */
export interface Probe {
  readonly name: string;
  /** The rule of the standard. */
  readonly rule: string;
  readonly run: () => Promise<ProbeResult>;
}

/** Query parameters; a list becomes one parameter with several values. */
export type Parameters = Readonly<Record<string, string | readonly string[]>>;

/** A response, whatever its status. Strings of the partner hold no credential of ours and no control characters. */
export interface ProbeAnswer {
  readonly status: number;
  readonly apiVersion: string | undefined;
  readonly contentType: string | undefined;
  /** `Next-Page-Cursor`, unchanged. */
  readonly cursor: string | undefined;
  /** Target of a redirect, without query. */
  readonly location: string | undefined;
  /** Parsed JSON; undefined for anything else. */
  readonly body: unknown;
  /** The list of a 200; undefined when it is not where the standard requires it. */
  readonly rows: readonly unknown[] | undefined;
  readonly feedback: readonly FeedbackElement[];
  /** Message of an error body, shortened. */
  readonly message: string | undefined;
}

export interface AskOptions {
  /** Default: as found to work, else as claimed. */
  readonly listStyle?: ListStyle | undefined;
  /** Default: as found to work, else as claimed. */
  readonly versionHeader?: VersionStyle | undefined;
  /** Sent as `API-Version` instead of the one that the file names. */
  readonly apiVersion?: string | undefined;
  /** Sends no credential. */
  readonly unsigned?: boolean | undefined;
}

/** Sends one GET to a path below the base URL, within the rate. Ends the probe, or the check, by throwing. */
export type Ask = (path: string, parameters?: Parameters, options?: AskOptions) => Promise<ProbeAnswer>;

/** The context of the probes of one check. */
export interface ProbeParts {
  readonly ask: Ask;
  readonly claims: Claims;
  /** Results so far, for later probes. */
  readonly found: Findings;
  /** Parameters with values for which the partner has rows. */
  readonly given: Readonly<Record<string, string>>;
  /** `YYYY-MM-DD` in UTC. */
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
  /** Creates the probes of one check. They run in this order; later ones use earlier results. */
  readonly create: (parts: ProbeParts) => readonly Probe[];
}

/** Returns the result of a probe that could not determine anything. */
export function skipped(reason: string): ProbeResult {
  return { verdict: 'SKIPPED', reason };
}

/** Selects the given parameters of one request. */
export function onlyNamed(given: ProbeParts['given'], names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(given).filter(([name]) => names.includes(name)));
}

/** Adds days to a day, both `YYYY-MM-DD`. */
export function dayFrom(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}
