import { getStitchedSchemaFromSupergraphSdl } from '@graphql-tools/federation';
import { execute, type GraphQLSchema, parse } from 'graphql';
import { Registry } from 'prom-client';
import { openCaller } from '#platform/access/entitlement.ts';
import { readConfig } from '#platform/config.ts';
import { toClientErrors } from '#platform/graphql/client-errors.ts';
import type { Engine } from '#platform/graphql/engine.ts';
import { createHttpServer, listen } from '#platform/http/http-server.ts';
import { createLogger } from '#platform/logger.ts';
import { executeShared } from '#platform/operations/apollo-server.ts';
import { openAudit } from '#platform/operations/audit.ts';
import { disposeAll } from '#platform/process/backends.ts';
import { hostSubgraphs, openSubgraphParts } from '#platform/process/host.ts';
import type { Subgraph } from '#platform/process/subgraph.ts';
import { openCompiledEngine } from '../../../gateway/engines/compiled.ts';
import { openFederatedEngine } from '../../../gateway/engines/federated.ts';
import { readSupergraph } from '../../../gateway/supergraph/supergraph.ts';
import { temporaryFolder } from '../../support/landfall.ts';
import { openSubgraphs } from '../../support/subgraphs.ts';
import { validatedOperation } from '../../support/validated-operation.ts';
import { openWorldPartners } from '../../support/world-partners.ts';
import { type FaultySubgraph, openFaultySubgraph } from './faulty-subgraph.ts';
import type { SubgraphName } from './served-here.ts';

/** An answer as clients get it. */
export interface EngineAnswer {
  readonly data?: unknown;
  readonly errors?: readonly { readonly message: string; readonly path?: readonly (string | number)[]; readonly extensions?: object }[];
}

/** The subgraphs with a small world in their store, behind our gateway and behind another router. */
export interface FaultyDeployment extends AsyncDisposable {
  readonly faulty: Readonly<Record<SubgraphName, FaultySubgraph>>;
  readonly subgraphs: readonly Subgraph[];
  /** Queries our gateway's distributed engine. @param isImpatient whether a subgraph is known to be slow */
  queryFederated(query: string, isImpatient?: boolean): Promise<EngineAnswer>;
  /** Queries our single-process engine over these subgraphs. */
  queryCompiled(query: string, subgraphs: readonly Subgraph[]): Promise<EngineAnswer>;
  /** Queries a third-party router over the same supergraph. */
  queryOther(query: string, isImpatient?: boolean): Promise<EngineAnswer>;
}

/** How long routers wait for a subgraph: those that are used while one is slow, and the others. */
const [impatientMs, patientMs] = [4_000, 60_000];
const noticesOfCarrier = 2;
const logger = createLogger('silent');

/** Starts it in this process, with a SQLite store. */
export async function openFaultyDeployment(): Promise<FaultyDeployment> {
  const folder = await temporaryFolder();
  const partners = await openWorldPartners(13, { troubles: ['LOOPS', 'SWAPS', 'OMISSIONS', 'TWO_TERMINALS'], notices: 30 });
  await partners.writeFiles(folder.path);
  const config = readConfig({ DATA_DIR: folder.path, PARTNERS_DIR: folder.path, ACCESS_FILE: `${folder.path}/access.yaml` });
  const parts = await openSubgraphParts(config, logger, {});
  const { notices, schedules, portCalls, arrivals } = await openSubgraphs(parts);
  const opened = [notices, schedules, portCalls, arrivals];
  const app = createHttpServer({ logger });
  const audit = openAudit({ logger, setting: 'off', access: { isOpen: true } });
  await hostSubgraphs(app, { subgraphs: opened, parts, capabilities: {}, registry: new Registry(), audit });
  const pushUrl = `http://127.0.0.1:${await listen(app, '127.0.0.1', 0)}`;
  const { world } = partners;
  for (const carrier of world.carriers) {
    const arrivalNotices = world.noticesOf(carrier).slice(0, noticesOfCarrier);
    await partners.push(pushUrl, carrier.id, { arrivalNotices: arrivalNotices.map(({ notice }) => notice) });
  }
  for (const id of world.eventPublishers) await partners.push(pushUrl, id, { events: world.eventsOf(id) });

  const faulty = {
    'arrival-notices': await openFaultySubgraph(notices),
    'commercial-schedules': await openFaultySubgraph(schedules),
    'port-calls': await openFaultySubgraph(portCalls),
    arrivals: await openFaultySubgraph(arrivals),
  };
  const urls = Object.fromEntries(Object.entries(faulty).map(([name, { url }]) => [name, url]));
  const supergraph = readSupergraph();
  const open = (timeoutMs: number) => openFederatedEngine({ supergraph, subgraphs: urls, logger, timeoutMs });
  const [impatient, patient] = [open(impatientMs), open(patientMs)];
  const [otherImpatient, otherPatient] = [impatientMs, patientMs].map((timeout) => openOtherRouter(supergraph.sdl, { urls, timeout }));
  return {
    faulty,
    subgraphs: opened,
    queryFederated: (query, isImpatient) => queryEngine(isImpatient ? impatient : patient, query),
    queryCompiled: async (query, subgraphs) => {
      await using engine = openCompiledEngine({ supergraph, subgraphs, logger });
      return queryEngine(engine, query);
    },
    queryOther: async (query, isImpatient) => {
      const schema = (isImpatient ? otherImpatient : otherPatient) as GraphQLSchema;
      // Copied, because the test compares plain objects.
      return JSON.parse(JSON.stringify(await execute({ schema, document: parse(query), contextValue: {} }))) as EngineAnswer;
    },
    [Symbol.asyncDispose]: async () => {
      await disposeAll([impatient, patient]);
      await disposeAll(Object.values(faulty));
      await app.close();
      await disposeAll([...opened, parts, partners, folder]);
    },
  };
}

/** Opens a stitching router, which has no special handling of match sets. */
function openOtherRouter(
  sdl: string,
  { urls, timeout }: { readonly urls: Readonly<Record<string, string>>; readonly timeout: number },
): GraphQLSchema {
  const supergraphSdl = sdl.replaceAll(/name: "([^"]+)", url: "[^"]*"/g, (_, name: string) => `name: "${name}", url: "${urls[name]}"`);
  return getStitchedSchemaFromSupergraphSdl({ supergraphSdl, httpExecutorOpts: { timeout } });
}

async function queryEngine(engine: Engine, query: string): Promise<EngineAnswer> {
  const operation = validatedOperation(engine.schema, query);
  const { data, errors } = await executeShared(engine, { operation, variables: {}, caller: openCaller, requestId: 'r' });
  const answer = { data, ...(errors === undefined ? {} : { errors: toClientErrors(errors, { requestId: 'r', logger }) }) };
  return JSON.parse(JSON.stringify(answer)) as EngineAnswer;
}
