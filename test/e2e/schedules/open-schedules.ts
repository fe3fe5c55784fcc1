import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ExecutionResult, graphql } from 'graphql';
import { pino } from 'pino';
import { openCaller } from '#platform/access/entitlement.ts';
import { type CursorCache, createMemoryCursorCache } from '#platform/cache/cursor-cache.ts';
import { createCursorSigner } from '#platform/log/cursor-signer.ts';
import type { Partner } from '#platform/partners/partner.ts';
import { openPartnerRegistry } from '#platform/partners/registry.ts';
import { openSubgraphSchema } from '#platform/process/serve-graphql.ts';
import type { PublishedPage, PublishedRequest } from '#platform/publisher/get/routes.ts';
import type { Clock } from '#platform/time/clock.ts';
import { openUpstream, type Upstream } from '#platform/upstream/upstream.ts';
import { openSubgraph } from '../../../subgraphs/commercial-schedules/subgraph.ts';
import { type FakePartner, openFakePartner, type ScriptedAnswer } from '../../support/fake-partner.ts';
import { temporaryFolder } from '../../support/landfall.ts';
import { patientQuery } from '../../support/patient-query.ts';

/** The subgraph in front of Producers that answer over real HTTP. */
export interface OpenSchedules extends AsyncDisposable {
  /** By partner id. */
  readonly producers: Readonly<Record<string, FakePartner>>;
  producer(id: string): FakePartner;
  readonly upstream: Upstream;
  /** Queries as a caller with this entitlement; fails on errors. */
  query<T>(query: string, variables?: Record<string, unknown>, entitlement?: string): Promise<T>;
  /** Queries and returns errors too. */
  tryQuery(query: string, variables?: Record<string, unknown>): Promise<ExecutionResult>;
  /** Answers a subscriber that sees everything, like the Producer's endpoint; `limit` is 100. */
  publish(path: string, request: Partial<PublishedRequest>): Promise<PublishedPage & { readonly documents: readonly object[] }>;
}

/** The content of a partner's file; by default it offers schedules. */
export interface ProducerFile {
  /** Lines of `commercialSchedules` besides `baseUrl`; null if it does not offer them. */
  readonly schedules?: readonly string[] | null;
  readonly limits?: string;
  /** How Landfall signs in. Default: it does not. */
  readonly outbound?: string;
  /** The answer if no other is scripted. Default: status 500. */
  readonly otherwise?: ScriptedAnswer;
}

export interface OpenSchedulesOptions {
  readonly cursorCache?: CursorCache;
  readonly clock?: Clock;
  /** How long requests of subscribers wait for partners. */
  readonly sourcesLimitMs?: number;
}

const reader = { partner: { id: 'reader' } as Partner, caller: openCaller };

/** Opens it with one Producer per file. */
export async function openSchedules(
  files: Readonly<Record<string, ProducerFile>>,
  options: OpenSchedulesOptions = {},
): Promise<OpenSchedules> {
  const logger = pino({ level: 'silent' });
  const folder = await temporaryFolder();
  const producers: Record<string, FakePartner> = {};
  for (const [id, { schedules = [], limits = '', outbound, otherwise }] of Object.entries(files)) {
    const producer = await openFakePartner(otherwise === undefined ? {} : { otherwise });
    producers[id] = producer;
    const offered =
      schedules === null ? [] : ['commercialSchedules:', `  baseUrl: ${producer.url}/cs`, ...schedules.map((line) => `  ${line}`)];
    const yaml = [
      `id: ${id}`,
      `name: ${id}`,
      'allowPrivate: true',
      `limits: { ${limits} }`,
      ...(outbound === undefined ? [] : [`outbound: ${outbound}`]),
      ...offered,
    ].join('\n');
    await writeFile(join(folder.path, `${id}.yaml`), yaml);
  }
  const partners = await openPartnerRegistry({ dir: folder.path, logger, env: {} });
  const timed = options.clock === undefined ? {} : { clock: options.clock };
  const cursorCache = options.cursorCache ?? createMemoryCursorCache();
  const upstream = openUpstream({ logger, partners, cursorCache, ...timed });
  const subgraph = await openSubgraph({
    partners,
    upstream,
    logger,
    cursorCache,
    signer: createCursorSigner(Buffer.from('a secret of the deployment')),
    ...(options.sourcesLimitMs === undefined ? {} : { sourcesLimitMs: options.sourcesLimitMs }),
    ...timed,
  });
  const schema = openSubgraphSchema(subgraph);
  const run = (query: string, variables: Record<string, unknown>, entitlement: string) =>
    graphql({
      schema,
      source: query,
      variableValues: variables,
      contextValue: subgraph.contextFor({ ...openCaller, key: entitlement }),
    });
  return {
    producers,
    upstream,
    producer: (id) => {
      const producer = producers[id];
      if (producer === undefined) throw new Error(`there is no producer ${id}`);
      return producer;
    },
    query: async <T>(query: string, variables = {}, entitlement = 'open') => {
      const { data, errors } = await run(patientQuery(query), variables, entitlement);
      if (errors !== undefined) throw new Error(JSON.stringify(errors));
      // Copied, because objects of graphql-js without a prototype compare as unequal.
      return JSON.parse(JSON.stringify(data)) as T;
    },
    tryQuery: (query, variables = {}) => run(query, variables, 'open'),
    publish: async (path, request) => {
      const route = subgraph.published.find(({ profile }) => profile.path === path);
      if (route === undefined) throw new Error(`nothing is published at ${path}`);
      const page = await route.answer({ subscriber: reader, values: {}, limit: 100, cursor: undefined, ...request });
      const documents: object[] = [];
      for await (const row of page.rows) documents.push(JSON.parse(row.toString()));
      return { ...page, documents };
    },
    [Symbol.asyncDispose]: async () => {
      await subgraph[Symbol.asyncDispose]();
      await upstream[Symbol.asyncDispose]();
      await partners[Symbol.asyncDispose]();
      for (const producer of Object.values(producers)) await producer[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** Reads a document of `test/fixtures/commercial-schedules`. */
export function fixture(name: string): Record<string, unknown> {
  return JSON.parse(readFileSync(new URL(`../../fixtures/commercial-schedules/${name}.json`, import.meta.url), 'utf8'));
}

/** Creates a page of a Producer, with a cursor if there are more. */
export function pageOf(rows: readonly unknown[], cursor?: string, apiVersion = '1.0.3'): ScriptedAnswer {
  const headers = { 'api-version': apiVersion, ...(cursor === undefined ? {} : { 'next-page-cursor': cursor }) };
  return { headers, body: rows };
}

/** Creates a service schedule with only this code. */
export function serviceOf(carrierServiceCode: string): Record<string, unknown> {
  return { carrierServiceName: carrierServiceCode, carrierServiceCode, vesselSchedules: [] };
}
