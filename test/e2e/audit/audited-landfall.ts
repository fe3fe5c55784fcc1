import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { openAccessRegistry } from '#platform/access/access-registry.ts';
import type { CallerLimits, Entitlement } from '#platform/access/entitlement.ts';
import { readConfig } from '#platform/config.ts';
import { createQueryExecutor } from '#platform/graphql/engine.ts';
import { createHttpServer, handleUpgrades, listen } from '#platform/http/http-server.ts';
import { openAudit } from '#platform/operations/audit.ts';
import { policyOf } from '#platform/operations/request-policy.ts';
import { disposeAll } from '#platform/process/backends.ts';
import { createMetricsRegistry } from '#platform/process/health.ts';
import { hostSubgraphs, openSubgraphParts } from '#platform/process/host.ts';
import { logNames } from '#platform/store/version-store.ts';
import { openCompiledEngine } from '../../../gateway/engines/compiled.ts';
import { createGateway } from '../../../gateway/gateway.ts';
import { readSupergraph } from '../../../gateway/supergraph/supergraph.ts';
import { temporaryFolder } from '../../support/landfall.ts';
import type { TestPartners } from '../../support/partners.ts';
import { patientQuery } from '../../support/patient-query.ts';
import { openSubgraphs } from '../../support/subgraphs.ts';
import { createHandClock, type HandClock } from '../access/hand-clock.ts';
import { keyOf } from '../access/open-access.ts';
import { openSignedEngine } from '../access/signed-engine.ts';
import type { Mode, PushPath } from '../access/visibility-landfall.ts';

/** One line of the audit log. */
export interface AuditLine {
  readonly msg: string;
  readonly tenant?: string;
  readonly signedInBy?: string;
  readonly subject?: string;
  readonly requestId: string;
  readonly transport?: string;
  readonly operation?: { readonly kind: string; readonly name?: string; readonly document?: string };
  readonly outcome?: string;
  readonly fields?: readonly string[];
  readonly events?: number;
  readonly rows?: Readonly<Record<string, number>>;
  readonly partners?: readonly string[];
}

/** A listening Landfall with a silent log, whose audit log a test can read. */
export interface AuditedLandfall extends AsyncDisposable {
  readonly url: string;
  readonly clock: HandClock;
  /** Returns everything that was logged. */
  text(): string;
  lines(): readonly AuditLine[];
  /** Resolves with the lines when they satisfy the condition. */
  until(condition: (lines: readonly AuditLine[]) => boolean): Promise<readonly AuditLine[]>;
  /** Pushes as a partner, and waits until stored objects are in the logs. @returns status */
  push(partner: string, path: PushPath, ...objects: readonly object[]): Promise<number>;
  query(headers: Readonly<Record<string, string>>, query: string): Promise<RequestedOnce>;
}

/** The result of one query. */
export interface RequestedOnce {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape
  readonly data: any;
  readonly errors: readonly { readonly extensions: { readonly code: string } }[];
  /** Lines that were written until the answer. */
  readonly lines: readonly AuditLine[];
}

export interface AuditedOptions {
  readonly mode: Mode;
  readonly partners: TestPartners;
  /** Each tenant signs in with the key of {@link keyOf}. */
  readonly tenants: Readonly<
    Record<string, Entitlement & { readonly limits?: Partial<CallerLimits>; readonly webhooks?: readonly object[] }>
  >;
  /** Further settings. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Further content of the access file. */
  readonly access?: object;
  /** Whether arrivals are evaluated. @default false */
  readonly evaluatesArrivals?: boolean;
}

const listNames = {
  '/arrival-notices': 'arrivalNotices',
  '/arrival-notice-notifications': 'arrivalNoticeNotifications',
  '/events': 'events',
} as const;

/** Opens it. In distributed mode each subgraph answers signed requests on a separate port. */
export async function openAudited(options: AuditedOptions): Promise<AuditedLandfall> {
  const { mode, partners, tenants, environment = {}, access = {}, evaluatesArrivals = false } = options;
  const folder = await temporaryFolder();
  await partners.writeFiles(folder.path);
  const accessFile = join(folder.path, 'access.json');
  await writeFile(accessFile, JSON.stringify({ tenants: writtenTenants(tenants), ...access }));
  const settings = { DATA_DIR: folder.path, PARTNERS_DIR: folder.path, ACCESS_FILE: accessFile, ...environment };
  const config = readConfig(settings);
  const written: string[] = [];
  const waiting = new Set<() => void>();
  const write = (line: string) => {
    written.push(line);
    for (const check of waiting) check();
  };
  const logger = pino({ level: 'silent' }, { write });
  const lines = () => written.map((line) => JSON.parse(line)).filter((line) => line.audit === true) as AuditLine[];

  const clock = createHandClock();
  const registry = createMetricsRegistry();
  const accessRegistry = await openAccessRegistry({ file: accessFile, logger, env: {}, clock });
  const audit = openAudit({ logger, setting: config.AUDIT, access: accessRegistry });
  const parts = await openSubgraphParts(config, logger, {});
  const opened = await openSubgraphs(parts, { access: accessRegistry, onWebhookAttempt: audit.webhookAttempted });
  const subgraphs = Object.values(opened);
  const engine =
    mode === 'apart' ? await openSignedEngine(subgraphs) : openCompiledEngine({ supergraph: readSupergraph(), subgraphs, logger });
  opened.arrivals.startWebhooks(engine);
  if (evaluatesArrivals) opened.arrivals.startEvaluator(createQueryExecutor(engine));
  const app = createHttpServer({ logger, requestTimeoutMs: 30_000, maxBodyBytes: 1024 * 1024 });
  await hostSubgraphs(app, { subgraphs, parts, capabilities: {}, registry, audit });
  const { bus, store } = parts;
  const policy = policyOf(config);
  const gateway = await createGateway({ engine, bus, http: app, logger, registry, access: accessRegistry, audit, policy });
  handleUpgrades(app.server, gateway.handleUpgrade);
  const url = `http://127.0.0.1:${await listen(app, '127.0.0.1', 0)}`;
  return {
    url,
    clock,
    text: () => written.join(''),
    lines,
    until: (condition) =>
      new Promise((resolve) => {
        const check = () => {
          const sofar = lines();
          if (!condition(sofar)) return;
          waiting.delete(check);
          resolve(sofar);
        };
        waiting.add(check);
        check();
      }),
    push: async (partner, path, ...objects) => {
      const headers = { 'content-type': 'application/json', 'x-api-key': `key-of-${partner}` };
      const body = JSON.stringify({ [listNames[path]]: objects });
      const { status } = await fetch(`${url}/dcsa${path}`, { method: 'POST', headers, body });
      for (const log of logNames) while ((await store.versions(log).assignSequences()) > 0);
      return status;
    },
    query: async (headers, query) => {
      const before = lines().length;
      const body = JSON.stringify({ query: patientQuery(query) });
      const answer = await fetch(`${url}/graphql`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });
      const { data, errors = [] } = (await answer.json()) as RequestedOnce;
      return { data, errors, lines: lines().slice(before) };
    },
    [Symbol.asyncDispose]: async () => {
      await gateway.drain();
      await app.close();
      await disposeAll([gateway, engine, ...subgraphs, parts, accessRegistry, folder]);
    },
  };
}

/** In the file, "everything" is a list with one star. */
function writtenTenants(tenants: Readonly<Record<string, Entitlement>>): object {
  const listed = <T>(rights: '*' | readonly T[]) => (rights === '*' ? ['*'] : rights);
  return Object.fromEntries(
    Object.entries(tenants).map(([name, { partners, parties, ...rest }]) => [
      name,
      { ...keyOf(name).written, partners: listed(partners), parties: listed(parties), ...rest },
    ]),
  );
}
