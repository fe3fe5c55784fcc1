import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, isObjectType } from 'graphql';
import { packageRoot } from '#platform/package-root.ts';
import type { OpenLandfall } from '../open-landfall.ts';

/** Two values that were compared. */
export interface Compared {
  readonly attribute: string;
  readonly left: { readonly value: string };
  readonly right: { readonly value: string };
}

export interface Assessed {
  readonly confidence: string;
  readonly rule: string;
  readonly reasons: readonly string[];
  readonly dayDistance: number | null;
  readonly matchedOn: readonly Compared[];
  readonly contradictions: readonly Compared[];
}

/** The statement of one source about a call. */
export interface RecordRow {
  readonly partner: { readonly id: string };
  readonly kind: string;
  readonly transportCallReference: string | null;
  readonly portVisitReference: string | null;
  readonly vesselIMONumber: string | null;
  readonly vesselName: string | null;
  readonly UNLocationCode: string | null;
  readonly facilityCode: string | null;
  readonly universalServiceReference: string | null;
  readonly universalImportVoyageReference: string | null;
  readonly numbers: readonly {
    readonly carrierCode: string | null;
    readonly carrierCodeListProvider: string | null;
    readonly carrierServiceCode: string | null;
    readonly carrierImportVoyageNumber: string | null;
    readonly carrierExportVoyageNumber: string | null;
  }[];
  readonly times: readonly { readonly eventTypeCode: string; readonly eventClassifierCode: string; readonly dateTime: string }[];
}

export interface EventSet {
  readonly outcome: string;
  readonly events: readonly (Assessed & { readonly event: { readonly eventID: string } })[];
}

export interface NoticeSet {
  readonly outcome: string;
  readonly notices: readonly (Assessed & {
    readonly version: { readonly partner: { readonly id: string }; readonly transportDocumentReference: string };
  })[];
}

export interface CallMatch extends Assessed {
  readonly call: { readonly id: string; readonly records: readonly RecordRow[] };
}

export interface CallSet {
  readonly outcome: string;
  readonly terminalOutcome: string;
  readonly unique:
    | (CallMatch & { readonly call: CallMatch['call'] & { readonly portCallEvents: EventSet; readonly arrivalNotices: NoticeSet } })
    | null;
  readonly candidates: readonly CallMatch[];
  readonly sources: readonly { readonly partner: { readonly id: string } | null; readonly status: string; readonly code: string | null }[];
}

/** A notice with its match sets. */
export interface NoticeRow {
  readonly partner: { readonly id: string };
  readonly transportDocumentReference: string;
  readonly current: { readonly arrivalCall: CallSet; readonly portCallEvents: EventSet };
}

/** An event with its match sets. */
export interface EventRow {
  readonly eventID: string;
  readonly arrivalNotices: NoticeSet;
  readonly call: Pick<CallSet, 'outcome'> & { readonly unique: CallMatch | null };
}

/** Limits under which any number of queries may be sent at the same time. */
export const measuringLimits = { limits: { maxTokens: 100_000 }, openLimits: { operationCost: 1_000_000_000 } } as const;

const maxWaitMs = 60_000;
const assessed =
  'confidence rule reasons dayDistance matchedOn { attribute left { value } right { value } } contradictions { attribute left { value } right { value } }';
const records = `records { partner { id } kind transportCallReference portVisitReference vesselIMONumber vesselName UNLocationCode facilityCode
  universalServiceReference universalImportVoyageReference
  numbers { carrierCode carrierCodeListProvider carrierServiceCode carrierImportVoyageNumber carrierExportVoyageNumber }
  times { eventTypeCode eventClassifierCode dateTime } }`;
const events = `{ outcome events { event { eventID } ${assessed} } }`;
const notices = `{ outcome notices(first: 200) { ${assessed} version { partner { id } transportDocumentReference } } }`;
const sources = 'sources { partner { id } status code }';

const noticesQuery = `query ($first: Int, $after: String, $filter: ArrivalNoticeFilter, $maxAgeSeconds: Int) {
  arrivalNotices(first: $first, after: $after, filter: $filter) { pageInfo { hasNextPage endCursor } nodes { partner { id } transportDocumentReference current {
    portCallEvents${termsOf('ArrivalNoticeVersion', 'portCallEvents')} ${events}
    arrivalCall(maxAgeSeconds: $maxAgeSeconds, maxWaitMs: ${maxWaitMs}) { outcome terminalOutcome ${sources}
      candidates { ${assessed} call { id ${records} } }
      unique { ${assessed} call { id ${records} portCallEvents ${events} arrivalNotices ${notices} } } } } } } }`;

const eventsQuery = `query ($after: String) {
  portCallEvents(first: 500, after: $after) { pageInfo { hasNextPage endCursor } nodes { eventID arrivalNotices ${notices}
    call(maxWaitMs: ${maxWaitMs}) { outcome unique { ${assessed} call { id ${records} } } } } } }`;

/** Arguments of the queries. */
export interface Terms {
  /** Seconds; 0 requests partners again. @default as in the schema */
  readonly maxAgeSeconds?: number;
}

/** Queries all notices in pages. */
export async function queryInPages(
  landfall: OpenLandfall,
  { first, maxAgeSeconds = 900 }: Terms & { readonly first: number },
): Promise<NoticeRow[]> {
  const rows: NoticeRow[] = [];
  for (let after: string | null = null; ; ) {
    const page: { arrivalNotices: Page<NoticeRow> } = await landfall.query(noticesQuery, { first, after, maxAgeSeconds });
    rows.push(...page.arrivalNotices.nodes);
    if (!page.arrivalNotices.pageInfo.hasNextPage) return rows;
    after = page.arrivalNotices.pageInfo.endCursor;
  }
}

/** Queries one notice separately. */
export async function queryAlone(
  landfall: OpenLandfall,
  { partner, transportDocumentReference }: Pick<NoticeRow, 'partner' | 'transportDocumentReference'>,
  { maxAgeSeconds = 900 }: Terms = {},
): Promise<NoticeRow> {
  const filter = { transportDocumentReferences: [transportDocumentReference] };
  const page = await landfall.query<{ arrivalNotices: Page<NoticeRow> }>(noticesQuery, { first: 10, filter, maxAgeSeconds });
  const row = page.arrivalNotices.nodes.find((node) => node.partner.id === partner.id);
  if (row === undefined) throw new Error(`${partner.id} ${transportDocumentReference} is not there`);
  return row;
}

/** Queries all events. */
export async function queryEvents(landfall: OpenLandfall): Promise<EventRow[]> {
  const rows: EventRow[] = [];
  for (let after: string | null = null; ; ) {
    const page: { portCallEvents: Page<EventRow> } = await landfall.query(eventsQuery, { after });
    rows.push(...page.portCallEvents.nodes);
    if (!page.portCallEvents.pageInfo.hasNextPage) return rows;
    after = page.portCallEvents.pageInfo.endCursor;
  }
}

interface Page<T> {
  readonly nodes: readonly T[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** Returns the arguments for the accepted age of answers, if the field has them. */
function termsOf(typeName: string, fieldName: string): string {
  const type = buildSchema(readFileSync(join(packageRoot, 'schema', 'api.graphql'), 'utf8')).getType(typeName);
  const names = isObjectType(type) ? (type.getFields()[fieldName]?.args ?? []).map(({ name }) => name) : [];
  return names.includes('maxWaitMs') ? `(maxAgeSeconds: $maxAgeSeconds, maxWaitMs: ${maxWaitMs})` : '';
}
