import type { EndpointField } from '../../partners/endpoint-of.ts';
import type { FeedbackElement } from '../../wire/dcsa.ts';
import type { ListStyle } from '../query-parameters.ts';
import type { Claims, Findings, VersionStyle } from './capability-profile.ts';

/**
 * `OK`: as the partner's file claims, and as the standard lets it be. `DIFFERS`: allowed, and not what the file claims.
 * `BROKEN`: against the standard. `SKIPPED`: not judged.
 */
export type Verdict = 'OK' | 'DIFFERS' | 'BROKEN' | 'SKIPPED';

/** What a probe found. */
export interface ProbeResult {
  readonly verdict: Verdict;
  /** What the partner does, or what would be needed to tell. */
  readonly reason: string;
  /** Single violations, such as deviations from the schema with their paths; bounded. */
  readonly violations?: readonly string[];
}

/** One thing to find out about a partner. Asks nothing but GETs. */
export interface Probe {
  readonly name: string;
  /** The rule of the standard by which it is judged. */
  readonly rule: string;
  readonly run: () => Promise<ProbeResult>;
}

/** Query parameters; a list becomes one parameter with several values. */
export type Parameters = Readonly<Record<string, string | readonly string[]>>;

/** An answer, whatever its status. Texts that came from the partner hold no secret of ours and no control characters. */
export interface ProbeAnswer {
  readonly status: number;
  readonly apiVersion: string | undefined;
  readonly contentType: string | undefined;
  /** `Next-Page-Cursor`, as it is. */
  readonly cursor: string | undefined;
  /** Where a redirect leads to, query left out. */
  readonly location: string | undefined;
  /** Parsed JSON; undefined when it is none. */
  readonly body: unknown;
  /** The list of a 200; undefined when there is none where the standard wants it. */
  readonly rows: readonly unknown[] | undefined;
  readonly feedback: readonly FeedbackElement[];
  /** What an error's body says to people, cut. */
  readonly message: string | undefined;
}

export interface AskOptions {
  /** Default: as found to work, else as claimed. */
  readonly listStyle?: ListStyle | undefined;
  /** Default: as found to work, else as claimed. */
  readonly versionHeader?: VersionStyle | undefined;
  /** Sent as `API-Version` instead of the one that the file names. */
  readonly apiVersion?: string | undefined;
  /** Leaves our credential out. */
  readonly unsigned?: boolean | undefined;
}

/** Sends one GET to a path behind the base URL, when its turn has come. Ends the probe, or the check, by throwing. */
export type Ask = (path: string, parameters?: Parameters, options?: AskOptions) => Promise<ProbeAnswer>;

/** What the probes of one check are made with. */
export interface ProbeParts {
  readonly ask: Ask;
  readonly claims: Claims;
  /** What probes have found out so far; later ones read it. */
  readonly found: Findings;
  /** Parameters with values that the person who checks knows to be there. */
  readonly given: Readonly<Record<string, string>>;
  /** `YYYY-MM-DD` in UTC. */
  readonly today: string;
  /** Whether the file says how to sign in. */
  readonly signsIn: boolean;
}

/** All that is to be found out about one standard. */
export interface StandardProbes {
  readonly field: EndpointField;
  /** The lines of a partner's file that mean something for the standard. */
  readonly profileFields: readonly (keyof Findings)[];
  /** The list in the body of a 200; undefined when it is not where the standard wants it. */
  readonly rowsOf: (body: unknown) => readonly unknown[] | undefined;
  /** Makes the probes of one check. They run in this order; later ones use what earlier ones found. */
  readonly create: (parts: ProbeParts) => readonly Probe[];
}

/** Makes the result of a probe that has nothing to judge by. */
export function skipped(reason: string): ProbeResult {
  return { verdict: 'SKIPPED', reason };
}

/** Of what a person gave, the parameters of one question. */
export function onlyNamed(given: ProbeParts['given'], names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(given).filter(([name]) => names.includes(name)));
}

/** A day some days from another one, both `YYYY-MM-DD`. */
export function dayFrom(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}
