import { instantOf, isDay } from '@landfall/dcsa/instant.ts';
import { normalIMONumber, normalUNLocationCode } from '@landfall/matching/claims/normal-values.ts';
import type { Assessment } from '@landfall/matching/rules/assess.ts';
import { GraphQLError, GraphQLScalarType, valueFromASTUntyped } from 'graphql';
import type { Caller } from '../access/entitlement.ts';
import { maySeePartner } from '../access/visibility.ts';
import { constantFields } from '../cache/constant-fields.ts';
import { type CountedPage, type Page, pageInfoOf } from '../log/page.ts';
import type { PartnerRegistry } from '../partners/registry.ts';
import { receivedByOf, type StoredVersion } from '../store/version-store.ts';

// Resolvers of the types that several subgraphs have, most of them in schema/shared.graphql.

/** Instants as strings. Output is as the partner sent it; input must be RFC 3339 with offset. */
export const DateTime = textScalar('DateTime', {
  expectation: 'an RFC 3339 date-time with offset',
  accepts: (text) => instantOf(text) !== undefined,
});

/** Calendar days as strings, never shifted by a time zone. */
export const DateScalar = textScalar('Date', { expectation: 'a calendar day YYYY-MM-DD', accepts: isDay });

/** Any JSON value, passed through. */
export const JSONScalar = new GraphQLScalarType({
  name: 'JSON',
  serialize: (value) => value,
  parseValue: (value) => value,
  // graphql-js 16 reads an absent variable from the prototype here.
  parseLiteral: (node, variables) => valueFromASTUntyped(node, Object.assign(Object.create(null), variables)),
});

function textScalar(name: string, rule: { expectation: string; accepts: (text: string) => boolean }): GraphQLScalarType<string, unknown> {
  const parse = (value: unknown): string => {
    if (typeof value === 'string' && rule.accepts(value)) return value;
    throw new GraphQLError(`expected ${rule.expectation}`, { extensions: { code: 'BAD_USER_INPUT' } });
  };
  return new GraphQLScalarType({
    name,
    serialize: (value) => value,
    parseValue: parse,
    parseLiteral: (node) => parse(valueFromASTUntyped(node)),
  });
}

/** A row and the page that can create its cursor. */
export interface Edge<P> {
  readonly row: P extends Page<infer Row> ? Row : never;
  readonly page: P;
}

/** Creates the resolvers of a Relay connection without a count, and of its edges. @param nodeOf returns the node of a row */
export function pageFields<Row, Node, Context>(nodeOf: (row: Row, context: Context) => Node) {
  return {
    connection: {
      edges: <P extends Page<Row>>(page: P) => page.rows.map((row) => ({ row, page }) as Edge<P>),
      nodes: (page: Page<Row>, _: unknown, context: Context) => page.rows.map((row) => nodeOf(row, context)),
      pageInfo: (page: Page<Row>) => pageInfoOf(page),
    },
    edge: {
      cursor: ({ row, page }: { readonly row: Row; readonly page: Page<Row> }) => page.cursorOf(row),
      node: ({ row }: { readonly row: Row }, _: unknown, context: Context) => nodeOf(row, context),
    },
  };
}

/** Creates the resolvers of a Relay connection, and of its edges. @param nodeOf returns the node of a row */
export function connectionFields<Row, Node, Context>(nodeOf: (row: Row, context: Context) => Node) {
  const { connection, edge } = pageFields(nodeOf);
  return { connection: { ...connection, totalCount: (page: CountedPage<Row>) => page.totalCount() }, edge };
}

/** A partner as callers see it. */
export interface PartnerName {
  readonly id: string;
  /** The name in the partner's file; the id if there is no such file, or if the caller may not see the partner. */
  readonly name: string;
}

/** Returns the name of a partner by its id. */
export type PartnerNameOf = (id: string) => PartnerName;

/** Returns the name of a partner to a caller. A partner that the caller may not see is treated like one that does not exist. */
export function partnerNameFor(
  { entitlement }: Pick<Caller, 'entitlement'>,
  id: string,
  partners: Pick<PartnerRegistry, 'find'>,
): PartnerName {
  return { id, name: (maySeePartner(entitlement, id) ? partners.find(id)?.name : undefined) ?? id };
}

interface PartnerContext {
  readonly partnerNameOf: PartnerNameOf;
}

/** Resolves the field `partner` of objects that have the partner's id. */
export const partnerField = constantFields({
  partner: ({ partner }: { readonly partner: string }, _: unknown, { partnerNameOf }: PartnerContext) => partnerNameOf(partner),
});

/** Resolves the field `partner` of reports. A report on an unavailable subgraph names no partner. */
export const sourceReportFields = constantFields({
  partner: ({ partner }: { readonly partner: string | null }, _: unknown, { partnerNameOf }: PartnerContext) =>
    partner === null ? null : partnerNameOf(partner),
});

type Stored = { readonly stored: Pick<StoredVersion, 'partner' | 'receivedAt' | 'receivedBy'> };

/** Resolves the fields of versions in the store that say from whom, when and how they were received. */
export const receiptFields = constantFields({
  partner: ({ stored }: Stored, _: unknown, { partnerNameOf }: PartnerContext) => partnerNameOf(stored.partner),
  receivedAt: ({ stored }: Stored) => stored.receivedAt,
  receivedBy: ({ stored }: Stored) => receivedByOf(stored),
});

/** A reference to a ship by its key; every subgraph adds its fields. */
export interface VesselReference {
  readonly __typename: 'Vessel';
  readonly vesselIMONumber: string;
}

/** A reference to a port by its key; every subgraph adds its fields. */
export interface PortReference {
  readonly __typename: 'Port';
  readonly UNLocationCode: string;
}

/** Returns the ship that a text identifies; null if the text cannot be an IMO number. Check digits are not verified. */
export function vesselOf(text: string | null | undefined): VesselReference | null {
  const vesselIMONumber = normalIMONumber(text ?? undefined);
  if (vesselIMONumber === undefined || !/^\d{7,8}$/.test(vesselIMONumber)) return null;
  return { __typename: 'Vessel', vesselIMONumber };
}

/** Returns the port that a text identifies; null if the text cannot be a UN/LOCODE. */
export function portOf(text: string | null | undefined): PortReference | null {
  const UNLocationCode = normalUNLocationCode(text ?? undefined);
  // Codes of places contain neither 0 nor 1.
  if (UNLocationCode === undefined || /[01]/.test(UNLocationCode)) return null;
  return { __typename: 'Port', UNLocationCode };
}

/**
 * Resolves the entries `vessel` and `port`. There is one function for each, because a field of several subgraphs has to
 * behave the same in all of them.
 */
export const vesselAndPortEntries = {
  vessel: (_: unknown, { vesselIMONumber }: { readonly vesselIMONumber: string }) => vesselOf(vesselIMONumber),
  port: (_: unknown, { UNLocationCode }: { readonly UNLocationCode: string }) => portOf(UNLocationCode),
};

/** Resolves the field `port` of every place that has a `UNLocationCode`. */
export function portAt({ UNLocationCode }: { readonly UNLocationCode?: string | null | undefined }): PortReference | null {
  return portOf(UNLocationCode);
}

/** A match, as the schema shows it. */
export interface Assessed {
  readonly assessment: Assessment;
}

/** Resolves the fields that every match has. Comparisons are computed when they are first read. */
export const assessmentFields = constantFields({
  confidence: ({ assessment }: Assessed) => assessment.confidence,
  rule: ({ assessment }: Assessed) => assessment.rule,
  matchedOn: ({ assessment }: Assessed) => assessment.explain().matchedOn,
  contradictions: ({ assessment }: Assessed) => assessment.explain().contradictions,
  notComparable: ({ assessment }: Assessed) => assessment.explain().notComparable,
  reasons: ({ assessment }: Assessed) => assessment.reasons,
  dayDistance: ({ assessment }: Assessed) => assessment.dayDistance,
});
