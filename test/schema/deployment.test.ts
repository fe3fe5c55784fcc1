import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createSignInWatch } from '#platform/access/caller-sign-in.ts';
import { settings } from '#platform/config.ts';
import { createPipelineMetrics } from '#platform/operations/request-pipeline.ts';
import { packageRoot } from '#platform/package-root.ts';
import { drainTimeoutMs } from '#platform/process/backends.ts';
import { createMetricsRegistry, createPartMetrics, createPushMetrics, registerLogGauges } from '#platform/process/health.ts';
import { registerRedisMetrics } from '#platform/process/redis.ts';
import { registerDeliveryMetrics } from '#platform/publisher/deliveries/deliverer.ts';
import { createPublishMetrics } from '#platform/publisher/get/routes.ts';
import { registerInvalidRowMetrics } from '#platform/publisher/invalid-rows.ts';
import { registerReceivedRemarkMetrics } from '#platform/receiver/accept.ts';
import { registerUpstreamMetrics } from '#platform/upstream/endpoints.ts';
import { createPlanner } from '../../gateway/engines/planner.ts';
import { registerEvaluatorMetrics } from '../../subgraphs/arrivals/evaluator/evaluator.ts';
import { tableOn, textOn } from '../support/pages.ts';

// Tests that deploy/ agrees with the program. deploy/check validates the files with their tools.

const chartFolder = 'deploy/helm/landfall';
const read = (path: string) => readFileSync(join(packageRoot, path), 'utf8');
const templates = readdirSync(join(packageRoot, chartFolder, 'templates')).map((name) => read(`${chartFolder}/templates/${name}`));
const values = parse(read(`${chartFolder}/values.yaml`));

interface ComposeService {
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly stop_grace_period: string;
}
const compose: { services: Record<string, ComposeService> } = parse(read('docker-compose.yml'), { merge: true });
/** The services that run the image of Landfall. */
const services = Object.entries(compose.services).filter(([, { command }]) => command?.[0] === 'serve');

/** The URLs of the subgraphs in the supergraph. */
const urls = [...read('schema/supergraph.graphql').matchAll(/@join__graph\(name: "([^"]+)", url: "([^"]+)"\)/g)];
const ports = new Map([['gateway', '4000'], ...urls.map(([, name = '', url = '']) => [name, new URL(url).port] as const)]);

/** The subgraphs that accept and serve each path. */
const owners = {
  '/dcsa/arrival-notices': 'arrival-notices',
  '/dcsa/arrival-notice-notifications': 'arrival-notices',
  '/dcsa/v1/point-to-point-routes': 'commercial-schedules',
  '/dcsa/v1/port-schedules': 'commercial-schedules',
  '/dcsa/v1/vessel-schedules': 'commercial-schedules',
  '/dcsa/events': 'port-calls',
  '/dcsa/unknown': 'arrival-notices',
  '/graphql': 'gateway',
  '/visualizations/1': 'gateway',
  '/': 'gateway',
};

describe('the parts of a deployment', () => {
  test('have the same names and ports in the supergraph, the compose file, the proxy and the chart', () => {
    const sorted = (entries: Iterable<readonly [string, string]>) => Object.fromEntries([...entries].toSorted());
    expect(sorted(services.map(([name, { environment }]) => [name, environment['PORT'] ?? '']))).toEqual(sorted(ports));
    for (const [name, { command }] of services) expect(command).toEqual(['serve', name]);
    const proxied = [...read('deploy/Caddyfile').matchAll(/import part (\S+) (\d+)/g)].map(([, name = '', port = '']) => [name, port]);
    expect(proxied.filter(([name = '', port]) => ports.get(name) !== port)).toEqual([]);
    const inChart = /define "landfall\.ports" -}}\n([\s\S]*?)\{\{/.exec(templates.join('\n'))?.[1] ?? '';
    expect(sorted(Object.entries<number>(parse(inChart)).map(([name, port]) => [name, `${port}`]))).toEqual(sorted(ports));
    expect(Object.keys(values.parts).toSorted()).toEqual([...ports.keys()].toSorted());
  });

  test('are reached at the addresses of the compose file', () => {
    const requested = services.flatMap(([, { environment }]) => Object.entries(environment).filter(([name]) => /^[A-Z_]+_URL$/.test(name)));
    const ofSubgraphs = requested.filter(([name]) => !['MONGODB_URL', 'REDIS_URL'].includes(name)).map(([, url]) => url);
    expect(new Set(ofSubgraphs)).toEqual(new Set(urls.map(([, , url]) => url)));
  });

  test('have time to drain before they are killed', () => {
    // A process exits one second after the drain time.
    const drainSeconds = drainTimeoutMs / 1_000 + 1;
    expect(values.terminationGracePeriodSeconds).toBeGreaterThan(values.preStopSeconds + drainSeconds);
    for (const [, { stop_grace_period: grace }] of services) expect(Number.parseInt(grace, 10)).toBeGreaterThan(drainSeconds);
  });

  test('are built from files that exist', () => {
    const copied = [...read('deploy/Dockerfile').matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, sources = '']) => sources.split(' '));
    expect(copied.filter((path) => !existsSync(join(packageRoot, path.replace(/\/[^/]*\*.*/, ''))))).toEqual([]);
  });
});

describe('the routes', () => {
  const pathsOnPage = [...textOn('docs/publishing.md').matchAll(/^\| `(\/dcsa\/[^`]+)` \|/gm)].map(([, path = '']) => path);

  test('exist for every path of the standards', () => {
    expect(pathsOnPage.filter((path) => !(path in owners))).toEqual([]);
    expect(pathsOnPage.length).toBeGreaterThan(4);
  });

  test.each(Object.entries(owners))('of the proxy and the Ingress route %s to %s', (path, owner) => {
    const handles = [...read('deploy/Caddyfile').matchAll(/(?:@\S+ path (\S+)\n\s*)?handle (?:@\S+ )?\{\n\s*import part (\S+)/g)];
    const proxied = handles.find(([, pattern]) => pattern === undefined || covers(pattern, path));
    expect(proxied?.[2]).toBe(owner);
    const [, pairs = ''] = /range \$path, \$name := dict (.*) \}\}/.exec(read(`${chartFolder}/templates/ingress.yaml`)) ?? [];
    const rules = [...pairs.matchAll(/"(\S+)" "(\S+)"/g)].map(([, prefix = '', name]) => ({ prefix, name }));
    const longest = rules
      .filter(({ prefix }) => prefix === '/' || path === prefix || path.startsWith(`${prefix}/`))
      .toSorted((one, other) => other.prefix.length - one.prefix.length)[0];
    expect(longest?.name).toBe(owner);
  });
});

describe('the environment variables', () => {
  const known = new Set(['NODE_ENV', ...Object.keys(settings.shape)]);

  test('of the compose file, the image and the chart are settings', () => {
    const inCompose = services.flatMap(([, { environment }]) => Object.keys(environment));
    const [, assigned = ''] = /^ENV ([\s\S]*?[^\\])\n/m.exec(read('deploy/Dockerfile')) ?? [];
    const inImage = [...assigned.matchAll(/([A-Z_]+)=/g)].map(([, name = '']) => name);
    const inChart = templates.flatMap((text) =>
      [...text.matchAll(/- name: ([A-Z_]+)\n|secretVariable" \(list \$ "([A-Z_]+)"/g)].map(([, plain, secret]) => plain ?? secret ?? ''),
    );
    expect([inCompose, inImage, inChart].map((names) => names.length > 4)).toEqual([true, true, true]);
    expect([...inCompose, ...inImage, ...inChart].filter((name) => !known.has(name))).toEqual([]);
  });

  test("of the chart's examples and of the page are settings, or those of the compose file", () => {
    const examples = readdirSync(join(packageRoot, chartFolder, 'ci')).map((name) => parse(read(`${chartFolder}/ci/${name}`)));
    const set = examples.flatMap((example) => [example, example.defaults ?? {}, ...Object.values<typeof example>(example.parts ?? {})]);
    const named = [...textOn('docs/deployment.md').matchAll(/`([A-Z]+_[A-Z_]+)[`=]/g)].map(([, name = '']) => name);
    const interpolated = [...read('docker-compose.yml').matchAll(/\$\{([A-Z_]+)/g)].map(([, name = '']) => name);
    const others = new Set([...interpolated, 'ACME_KEY', 'CURSOR_EXPIRED', 'NODE_EXTRA_CA_CERTS', 'PARTNER_BUSY', 'SUBGRAPH_UNAVAILABLE']);
    const names = [...set.flatMap((example) => Object.keys(example.settings ?? {})), ...named];
    expect(names.filter((name) => !known.has(name) && !others.has(name))).toEqual([]);
  });
});

describe('the alerts and the dashboard', () => {
  interface Rule {
    readonly alert: string;
    readonly expr: string;
    readonly labels: { readonly severity: string };
    readonly annotations: { readonly summary: string; readonly runbook_url: string };
  }
  const groups: { rules: Rule[] }[] = parse(read('deploy/prometheus/rules.yml')).groups;
  const rules = groups.flatMap((group) => group.rules);
  const dashboard: { panels: { targets?: { expr: string }[] }[] } = JSON.parse(read('deploy/grafana/landfall.json'));
  const queries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  const metrics = metricsOfProgram();

  test('use only metrics and labels that the program has', () => {
    const used = [...rules.map(({ expr }) => expr), ...queries].flatMap((expr) => [
      ...expr.matchAll(/\b((?:landfall|nodejs|process)_\w+)(?:\{([^}]*)\})?/g),
    ]);
    const unknown = used.flatMap(([, name = '', selector = '']) => {
      const labels = metrics.get(name.replace(/_(bucket|count|sum)$/, '')) ?? metrics.get(name);
      if (labels === undefined) return [name];
      const named = [...selector.matchAll(/(\w+)(?:=|!=|=~|!~)"/g)].map(([, label = '']) => label);
      return named.filter((label) => !labels.includes(label) && !targetLabels.includes(label)).map((label) => `${name}{${label}}`);
    });
    expect(unknown).toEqual([]);
    expect(used.length).toBeGreaterThan(60);
  });

  test('are documented: every metric of Landfall, and nothing else', () => {
    const listed = [...tableOn('docs/operations.md', 'metrics').matchAll(/`(landfall_\w+)`/g)].map(([, name = '']) => name);
    expect(listed.toSorted()).toEqual([...metrics.keys()].filter((name) => name.startsWith('landfall_')).toSorted());
  });

  test('each have a runbook section, and each section an alert', () => {
    const sections = [...textOn('docs/operations.md').matchAll(/^### (Landfall\w+)\n- \*\*Means\*\*.*\n- \*\*Look\*\*.*\n- \*\*Do\*\*/gm)];
    expect(sections.map(([, name]) => name)).toEqual(rules.map(({ alert }) => alert));
    for (const { alert, annotations, labels } of rules) {
      expect(annotations.runbook_url).toBe(`docs/operations.md#${alert.toLowerCase()}`);
      expect(['page', 'ticket']).toContain(labels.severity);
    }
  });

  test('each have tests, including one that a healthy deployment does not raise them', () => {
    const tests: { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }[] = parse(
      read('deploy/prometheus/rules.test.yml'),
    ).tests;
    const cases = tests.flatMap((each) => each.alert_rule_test);
    const named = (isRaised: boolean) => cases.filter((each) => each.exp_alerts.length > 0 === isRaised).map(({ alertname }) => alertname);
    const names = rules.map(({ alert }) => alert);
    expect([named(true), named(false)]).toEqual([names, names]);
  });

  test('are the same in the chart', () => {
    for (const [link, file] of [
      ['deploy/prometheus/rules.yml', 'files/rules.yml'],
      ['deploy/grafana/landfall.json', 'files/landfall.json'],
    ] as const) {
      expect(read(link)).toBe(read(`${chartFolder}/${file}`));
    }
    const linked = [...templates.join('\n').matchAll(/\.Files\.Get "([^"]+)"/g)].map(([, file]) => file);
    expect(linked.toSorted()).toEqual(['files/landfall.json', 'files/rules.yml']);
  });
});

test("the chart's schema describes all of its values", () => {
  const schema = JSON.parse(read(`${chartFolder}/values.schema.json`));
  expect(Object.keys(values).filter((name) => !(name in schema.properties))).toEqual([]);
});

/** Labels that Prometheus adds to the series of a target. */
const targetLabels = ['job', 'part', 'instance'];

/** Returns the metrics that processes register, with their labels. */
function metricsOfProgram(): ReadonlyMap<string, readonly string[]> {
  const registry = createMetricsRegistry();
  createPipelineMetrics(registry);
  createPushMetrics(registry);
  createPublishMetrics(registry);
  createSignInWatch({ registry, logger: { warn: () => {} }, clientAddressOf: () => '' });
  registerInvalidRowMetrics(registry, []);
  registerReceivedRemarkMetrics(registry, []);
  registerUpstreamMetrics(registry, { endpoints: () => [] });
  registerDeliveryMetrics(registry, []);
  registerEvaluatorMetrics(registry, {} as never);
  registerLogGauges(registry, {});
  createPartMetrics().register(registry);
  createPlanner('', { error: () => {} }).registerMetrics(registry);
  registerRedisMetrics(registry, { away: undefined });
  return new Map(
    registry.getMetricsAsArray().map((metric) => [metric.name, (metric as unknown as { labelNames: readonly string[] }).labelNames]),
  );
}

/** Returns whether a path matcher of Caddy covers the path. */
function covers(pattern: string, path: string): boolean {
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
}
