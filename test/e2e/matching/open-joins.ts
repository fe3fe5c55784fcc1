import { temporaryFolder } from '../../support/landfall.ts';
import { type OpenLandfall, openLandfall } from '../../support/open-landfall.ts';
import { openPartners, type Pushed, type TestPartner, type TestPartners } from '../../support/partners.ts';

/** A Landfall with partners that answer and push, over HTTP. */
export interface OpenJoins extends AsyncDisposable {
  readonly landfall: OpenLandfall;
  readonly partners: TestPartners;
  /** Pushes as a partner. */
  push(id: string, pushed: Pushed): Promise<void>;
  /** Returns the match sets of the only notice, or of the one with this reference. */
  joinsOf(transportDocumentReference?: string): Promise<Joins>;
}

/** The match sets of a notice version, as {@link OpenJoins.joinsOf} selects them. */
export interface Joins {
  readonly arrivalCall: CallMatchSet;
  readonly portCallEvents: EventMatchSet;
}

export interface Source {
  readonly partner: { readonly id: string };
  readonly status: string;
}

interface Assessed {
  readonly confidence: string;
  readonly rule: string;
  readonly reasons: readonly string[];
  readonly dayDistance: number | null;
  readonly matchedOn: readonly { attribute: string }[];
  readonly contradictions: readonly { attribute: string; left: { value: string }; right: { value: string } }[];
  readonly notComparable: readonly { attribute: string }[];
}

export interface CallMatch extends Assessed {
  readonly call: {
    readonly id: string;
    readonly vessel: { readonly vesselIMONumber: string } | null;
    readonly records: readonly { partner: { readonly id: string }; kind: string; transportCallReference: string | null }[];
    readonly portCallEvents: EventMatchSet;
    readonly arrivalNotices: {
      readonly outcome: string;
      readonly notices: readonly { version: { transportDocumentReference: string; issueDateTime: string } }[];
      readonly sources: readonly Source[];
    };
  };
}

export interface CallMatchSet {
  readonly outcome: string;
  readonly terminalOutcome: string;
  readonly rule: string | null;
  readonly missing: readonly string[];
  readonly unique: CallMatch | null;
  readonly candidates: readonly CallMatch[];
  readonly sources: readonly Source[];
}

export interface EventMatchSet {
  readonly outcome: string;
  readonly terminalOutcome: string;
  readonly events: readonly (Assessed & {
    readonly event: { eventID: string; partner: { readonly id: string } };
    readonly isCurrent: boolean;
  })[];
  readonly currentTimes: readonly { classifierCode: string; serviceDateTime: string }[];
  readonly sources: readonly Source[];
}

export const assessed =
  'confidence rule reasons dayDistance matchedOn { attribute } contradictions { attribute left { value } right { value } } notComparable { attribute }';
export const events = `outcome terminalOutcome events { event { eventID partner { id } } isCurrent ${assessed} } currentTimes { classifierCode serviceDateTime } sources { partner { id } status }`;
const match = `${assessed} call { id vessel { vesselIMONumber } records { partner { id } kind transportCallReference } portCallEvents { ${events} }
  arrivalNotices { outcome notices { version { transportDocumentReference issueDateTime } } sources { partner { id } status } } }`;
export const calls = `outcome terminalOutcome rule missing unique { ${match} } candidates { ${match} } sources { partner { id } status }`;

/** Starts it with these partners. @param environment further settings @param options further options of the start */
export async function openJoins(
  given: Readonly<Record<string, TestPartner>>,
  environment: Readonly<Record<string, string>> = {},
  options: Parameters<typeof openLandfall>[1] = {},
): Promise<OpenJoins> {
  const folder = await temporaryFolder();
  const partners = await openPartners(given);
  await partners.writeFiles(folder.path);
  const landfall = await openLandfall({ ...environment, PARTNERS_DIR: folder.path }, options);
  return {
    landfall,
    partners,
    push: (id, pushed) => partners.push(landfall.url, id, pushed),
    joinsOf: async (transportDocumentReference) => {
      const filter = transportDocumentReference === undefined ? null : { transportDocumentReferences: [transportDocumentReference] };
      const { arrivalNotices } = await landfall.query<{ arrivalNotices: { nodes: { current: Joins }[] } }>(
        `query ($filter: ArrivalNoticeFilter) { arrivalNotices(filter: $filter) { nodes { current { arrivalCall { ${calls} } portCallEvents { ${events} } } } } }`,
        { filter },
      );
      const [notice, ...others] = arrivalNotices.nodes;
      if (notice === undefined || others.length > 0) throw new Error(`there are ${arrivalNotices.nodes.length} notices`);
      return notice.current;
    },
    [Symbol.asyncDispose]: async () => {
      await landfall[Symbol.asyncDispose]();
      await partners[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}
