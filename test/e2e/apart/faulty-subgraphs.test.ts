import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { patientQuery } from '../../support/patient-query.ts';
import { type Readiness, readinessThat } from '../../support/readiness.ts';
import { type EngineAnswer, type FaultyDeployment, openFaultyDeployment } from './faulty-deployment.ts';
import { allFaults, withFailingMatchSets, withoutInnermost } from './faulty-subgraph.ts';
import { type SubgraphName, serveGatewayHere } from './served-here.ts';

/** The subgraphs of the standards. */
type StandardName = Exclude<SubgraphName, 'arrivals'>;

const source = 'sources { partner { id } standard status feedback { severity } }';
const calls = `outcome terminalOutcome unique { confidence } candidates { confidence call { portCallEvents { outcome } } } legRule ${source}`;
/** Selects a part of everything that crosses subgraphs. */
const queryOf = ({ ship, port, event }: { ship: string; port: string; event: string }) => `{
  arrivalNotices(first: 3) { nodes { id current {
    arrivalCall { ${calls} } loadingCall { __typename aliased: outcome } comparableRoutes { routes { confidence } ${source} }
    portCallEvents { outcome terminalOutcome events { isCurrent } currentTimes { state } ${source} }
    vessel { vesselIMONumber portCallEvents(first: 1) { nodes { id } } vesselSchedules(first: 1) { nodes { partner { id } } } }
  } } }
  portCallEvents(first: 3) { nodes { id call { outcome ${source} } arrivalNotices { outcome notices { confidence } ${source} } } }
  portSchedules(filter: { UNLocationCode: "${port}", date: "2026-04-01" }, first: 1) { nodes { partner { id } } }
  partners { id commercialSchedules { endpoint { host } } portCalls { endpoint { host } } }
  node(id: "${event}") { id ... on PortCallEvent { kinds } }
  ${vesselOf(ship)}
}`;
const vesselOf = (ship: string) =>
  `vessel(vesselIMONumber: "${ship}") { vesselIMONumber arrivalNotices(first: 1) { nodes { id } } portCallEvents(first: 1) { nodes { id } } vesselSchedules(first: 1) { nodes { partner { id } } } }`;

/** Queries that wait for one answer of that subgraph only. */
const briefQueries: Readonly<Record<StandardName, string>> = {
  'arrival-notices': `{ portCallEvents(first: 2) { nodes { id arrivalNotices { outcome notices { confidence } ${source} } } } }`,
  'commercial-schedules': `{ arrivalNotices(first: 2) { nodes { id current { arrivalCall { ${calls} } vessel { vesselSchedules(first: 1) { nodes { partner { id } } } } } } } }`,
  'port-calls': `{ partners { id portCalls { endpoint { host } } } arrivalNotices(first: 2) { nodes { id current { portCallEvents { outcome ${source} } } } } }`,
};

/** The owners of the parts of the answer, by their paths. A match set itself reports that nothing is known. */
const parts: readonly [path: RegExp, owner: StandardName, kind: 'match set' | 'other'][] = [
  [/^(arrivalNotices|partners|node)$/, 'arrival-notices', 'other'],
  [/^(portCallEvents|node)$/, 'port-calls', 'other'],
  [/^portSchedules$/, 'commercial-schedules', 'other'],
  [/current\.(arrivalCall|loadingCall|comparableRoutes)$/, 'commercial-schedules', 'match set'],
  [/(current|call)\.portCallEvents$/, 'port-calls', 'match set'],
  [/nodes\.\d+\.call$/, 'commercial-schedules', 'match set'],
  [/nodes\.\d+\.arrivalNotices$/, 'arrival-notices', 'match set'],
  [/vessel\.arrivalNotices$/, 'arrival-notices', 'other'],
  [/vessel\.portCallEvents$/, 'port-calls', 'other'],
  [/vessel\.vesselSchedules$/, 'commercial-schedules', 'other'],
  [/partners\.\d+\.portCalls$/, 'port-calls', 'other'],
  [/partners\.\d+\.commercialSchedules$/, 'commercial-schedules', 'other'],
];
const names = ['arrival-notices', 'commercial-schedules', 'port-calls'] as const;
const standards = { 'arrival-notices': 'ARRIVAL_NOTICE', 'commercial-schedules': 'COMMERCIAL_SCHEDULES', 'port-calls': 'PORT_CALL' };

interface Loss {
  readonly away: StandardName;
  /** Returns what replaces a match set of the subgraph. */
  readonly unknown: (matchSet: object, away: StandardName) => object | null;
  /** @default both */
  readonly kinds?: readonly ('match set' | 'other')[];
}

/** Returns the rest of a complete answer without a subgraph, and the paths that became null. */
function withoutPartsOf(whole: unknown, { away, unknown, kinds = ['match set', 'other'] }: Loss): { data: unknown; nulls: string[] } {
  const nulls: string[] = [];
  const walk = (value: unknown, path: string): unknown => {
    const found = parts.find(([pattern, owner, kind]) => owner === away && kinds.includes(kind) && pattern.test(path));
    if (found !== undefined && value !== null) {
      const left = found[2] === 'match set' ? unknown(value as object, away) : null;
      if (left === null) nulls.push(path);
      return left;
    }
    if (Array.isArray(value)) return value.map((item, index) => walk(item, `${path}.${index}`));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, walk(inner, path === '' ? key : `${path}.${key}`)]));
  };
  return { data: walk(whole, ''), nulls };
}

/** Returns the match set of an unavailable subgraph. */
function unknownOf(matchSet: object, away: StandardName): object {
  const failed = { partner: null, standard: standards[away], status: 'FAILED', feedback: [{ severity: 'ERROR' }] };
  const values = Object.entries(matchSet).map(([key, value]) => {
    if (key === '__typename') return [key, value];
    if (key === 'sources') return [key, [failed]];
    if (/outcome$|^aliased$/i.test(key)) return [key, 'UNKNOWN'];
    return [key, Array.isArray(value) ? [] : null];
  });
  return Object.fromEntries(values);
}

/** The events of a notice are found by what schedules state, so without schedules different events are found. */
function withoutEventsOfNotices(data: unknown): unknown {
  const { arrivalNotices, ...rest } = data as { readonly arrivalNotices?: { readonly nodes: readonly { current: object }[] } | null };
  const nodes = arrivalNotices?.nodes.map(({ current, ...node }) => ({ ...node, current: { ...current, portCallEvents: undefined } }));
  return { ...rest, arrivalNotices: nodes };
}

const pathsOf = ({ errors = [] }: EngineAnswer) => [...new Set(errors.map(({ path }) => path?.join('.')))].sort();

describe('an unavailable subgraph', () => {
  let deployment: FaultyDeployment;
  let query = '';
  let ship = '';
  let port = '';
  let whole: EngineAnswer;
  beforeAll(async () => {
    deployment = await openFaultyDeployment();
    // By the engine without time limits, so that the answers of partners are cached afterwards.
    const start = await deployment.queryCompiled(
      '{ portCallEvents(first: 1) { nodes { id vessel { vesselIMONumber } portCall { UNLocationCode } } } }',
      deployment.subgraphs,
    );
    const [event] = (
      start.data as {
        portCallEvents: { nodes: { id: string; vessel: { vesselIMONumber: string }; portCall: { UNLocationCode: string } }[] };
      }
    ).portCallEvents.nodes;
    ship = event?.vessel.vesselIMONumber ?? '';
    port = event?.portCall.UNLocationCode ?? '';
    query = queryOf({ ship, port, event: event?.id ?? '' });
    // Caches the answers of all partners, so that no router has to wait for them.
    await deployment.queryCompiled(patientQuery(query), deployment.subgraphs);
    whole = await deployment.queryCompiled(query, deployment.subgraphs);
  });
  afterAll(() => deployment[Symbol.asyncDispose]());

  it('changes no answer while it is available: all routers give the same answer', async () => {
    expect(whole.errors).toBeUndefined();
    expect(whole.data).toMatchObject({ vessel: { vesselSchedules: { nodes: [{}] } }, arrivalNotices: { nodes: [{}, {}, {}] } });
    expect(await deployment.queryFederated(query)).toEqual(whole);
    expect(await deployment.queryOther(query)).toEqual(whole);
  });

  describe.each(names)('%s', (away) => {
    it.each(allFaults)('affects only its own part if it %s', async (fault) => {
      // Each wait for a slow subgraph makes the suite slower.
      const isSlow = fault.startsWith('slow');
      const requested = isSlow ? briefQueries[away] : query;
      const { data } = isSlow ? await deployment.queryCompiled(requested, deployment.subgraphs) : whole;
      deployment.faulty[away].fault = fault;
      const [ours, others] = await Promise.all([deployment.queryFederated(requested, isSlow), deployment.queryOther(requested, isSlow)]);
      deployment.faulty[away].fault = undefined;

      const left = withoutPartsOf(data, { away, unknown: unknownOf });
      const compared = (answer: unknown) => (away === 'commercial-schedules' ? withoutEventsOfNotices(answer) : answer);
      expect(compared(ours.data)).toEqual(compared(left.data));
      expect(pathsOf(ours)).toEqual(left.nulls.sort());
      for (const { message, extensions } of ours.errors ?? []) {
        expect([message, extensions]).toEqual([`The subgraph ${away} did not answer.`, { code: 'SUBGRAPH_UNAVAILABLE' }]);
      }
      // The other router decides itself which subgraph resolves shared fields.
      const shared = ({ vessel: _, ...rest }: { vessel?: unknown }) => compared(rest);
      expect(shared(others.data as object)).toEqual(shared(withoutPartsOf(data, { away, unknown: () => null }).data as object));
      expect(others.errors?.length).toBeGreaterThan(0);
    });

    it('is used again as soon as it responds', async () => {
      expect(await deployment.queryFederated(query)).toEqual(whole);
    });
  });

  it.each([
    ['arrival-notices', () => 'arrivalNotices(first: 2) { nodes { current { transport { portOfDischarge { UNLocationCode } } } } }'],
    ['port-calls', () => 'portCallEvents(first: 2) { nodes { portCall { UNLocationCode } } }'],
    [
      'commercial-schedules',
      (port: string) =>
        `portSchedules(filter: { UNLocationCode: "${port}", date: "2026-04-01" }, first: 1) { nodes { location { UNLocationCode } } }`,
    ],
  ] as const)('%s: what its answer lacks deep inside is not null without an error', async (lacking, fieldOf) => {
    const requested = `{ ${fieldOf(port)} }`;
    const { data } = await deployment.queryFederated(requested);
    expect(JSON.stringify(data)).toMatch(/"UNLocationCode":"\w{5}"/);
    deployment.faulty[lacking].fault = withoutInnermost;
    const without = await deployment.queryFederated(requested);
    deployment.faulty[lacking].fault = undefined;
    const [field = ''] = Object.keys(data ?? {});
    expect(without.data).toEqual({ [field]: null });
    expect(without.errors).toMatchObject([{ path: [field], extensions: { code: 'SUBGRAPH_UNAVAILABLE' } }]);
  });

  it.each(names)('%s: the type of the root beside a field that subgraphs share changes nothing', async (away) => {
    const own = { 'arrival-notices': 'arrivalNotices', 'commercial-schedules': 'vesselSchedules', 'port-calls': 'portCallEvents' }[away];
    const vessel = `vessel(vesselIMONumber: "${ship}") { vesselIMONumber x: ${own}(first: 1) { nodes { __typename } } }`;
    deployment.faulty[away].fault = 'dead: it drops connections';
    const alone = await deployment.queryFederated(`{ __typename ${vessel} }`);
    const beside = await deployment.queryFederated(
      `{ x: __typename a: ${vessel} __typename ...F } fragment F on Query { vessel: __typename }`,
    );
    deployment.faulty[away].fault = undefined;
    expect(alone.data).toEqual({ __typename: 'Query', vessel: { vesselIMONumber: ship, x: null } });
    expect(beside.data).toEqual({ x: 'Query', a: { vesselIMONumber: ship, x: null }, __typename: 'Query', vessel: 'Query' });
    expect([pathsOf(alone), pathsOf(beside)]).toEqual([['vessel.x'], ['a.x']]);
  });

  it.each(names)('%s: match sets that it fails to load are unknown in both engines, and nothing else changes', async (failing) => {
    const { data } = withoutPartsOf(whole.data, { away: failing, unknown: unknownOf, kinds: ['match set'] });
    const subgraphs = deployment.subgraphs.map((subgraph) => (subgraph.name === failing ? withFailingMatchSets(subgraph) : subgraph));
    const compiled = await deployment.queryCompiled(query, subgraphs);
    deployment.faulty[failing].fault = 'its match sets cannot be loaded';
    const federated = await deployment.queryFederated(query);
    deployment.faulty[failing].fault = undefined;
    expect(federated).toEqual(compiled);
    const compared = (answer: unknown) => (failing === 'commercial-schedules' ? withoutEventsOfNotices(answer) : answer);
    expect(compiled.errors).toBeUndefined();
    expect(compared(compiled.data)).toEqual(compared(data));
  });

  it('without schedules the events of a notice are matched by the notice’s own statements', async () => {
    const events = `{ arrivalNotices(first: 100) { nodes { current { portCallEvents { outcome ${source} } } } } }`;
    deployment.faulty['commercial-schedules'].fault = 'dead: it drops connections';
    const { data, errors } = await deployment.queryFederated(events);
    deployment.faulty['commercial-schedules'].fault = undefined;
    expect(errors).toBeUndefined();
    expect(JSON.stringify(data)).toContain('"outcome":"UNIQUE"');
    expect(JSON.stringify(data)).not.toContain('FAILED');
  });

  const redisUrl = inject('redisUrl');
  it.runIf(redisUrl)('leaves the gateway ready but degraded; only without any of them it is not ready', async () => {
    const { faulty } = deployment;
    await using gateway = await serveGatewayHere({
      REDIS_URL: redisUrl ?? '',
      ARRIVAL_NOTICES_URL: faulty['arrival-notices'].url,
      COMMERCIAL_SCHEDULES_URL: faulty['commercial-schedules'].url,
      PORT_CALLS_URL: faulty['port-calls'].url,
      ARRIVALS_URL: faulty.arrivals.url,
    });
    const settle = (away: readonly SubgraphName[]) => {
      for (const name of [...names, 'arrivals'] as const)
        faulty[name].fault = away.includes(name) ? 'dead: it drops connections' : undefined;
    };
    const reportedOf = (away: string) => readinessThat(gateway.url, (body) => JSON.stringify(body).includes(away));
    const isWhole = ({ code, degraded }: Readiness) => code === 200 && Object.keys(degraded).length === 0;
    await readinessThat(gateway.url, isWhole);
    settle(['commercial-schedules', 'port-calls']);
    const degraded = { subgraphs: 'not ready: commercial-schedules, port-calls' };
    expect(await reportedOf(degraded.subgraphs)).toEqual({ code: 200, status: 'ready', degraded });
    settle([...names, 'arrivals']);
    const missing = { subgraphs: 'not ready: arrival-notices, commercial-schedules, port-calls, arrivals' };
    expect(await reportedOf(missing.subgraphs)).toEqual({ code: 503, status: 'not ready', missing, degraded: {} });
    settle([]);
    await readinessThat(gateway.url, isWhole);
  });
});
