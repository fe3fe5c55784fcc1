import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { defaultAlertThresholds } from '#platform/access/access-file.ts';
import { defaultCallerLimits } from '#platform/access/entitlement.ts';
import { webhookSchema } from '#platform/access/webhook.ts';
import { type MemoryBound, memoryBounds } from '#platform/cache/memory-bounds.ts';
import { type Config, readConfig, settings } from '#platform/config.ts';
import { type ErrorEntry, errorTable } from '#platform/errors.ts';
import { defaultHttpLimits } from '#platform/http/http-server.ts';
import { defaultOperationLimits } from '#platform/operations/check-request.ts';
import { packageRoot } from '#platform/package-root.ts';
import { defaultPushLimits } from '#platform/receiver/routes.ts';
import { defaultQueueLimits } from '#platform/subscriptions/outgoing-queue.ts';
import { maxUrlBytes } from '#platform/transports/graphql-http.ts';
import { defaultSocketLimits } from '#platform/transports/websocket.ts';
import { alertKinds, alertSteps, ruleOf, type SteppedKind } from '../../subgraphs/arrivals/alerts.ts';
import { examplesOn, pages, tableOn, textOn } from '../support/pages.ts';

const folders = new Set<keyof Config>(['DATA_DIR', 'PARTNERS_DIR', 'ACCESS_FILE']);
const mib = (bytes: number) => `${Math.round((bytes / 1024 / 1024) * 10) / 10} MiB`;

test('no page, text or help names a package of ours on npm in a command before it is published, because anyone could publish one', () => {
  const sources = ['packages/board', 'packages/client', 'gateway/cli', 'packages/board/messages'].flatMap((folder) =>
    readdirSync(join(packageRoot, folder))
      .filter((name) => /\.(md|ts)$/.test(name))
      .map((name) => join(folder, name)),
  );
  const texts = [...pages, ...sources.map((path) => [path, readFileSync(join(packageRoot, path), 'utf8')] as const)];
  const found = texts.flatMap(([path, text]) => {
    const lines = text.split('\n').filter((line) => /\b(npx|npm (i|install|exec|add)|(pnpm|yarn) (add|dlx))\b[^`]*\blandfall\b/.test(line));
    // The note of the README, about the day of publication.
    return lines.filter((line) => !line.includes('published')).map((line) => `${path}: ${line.trim()}`);
  });
  expect(found).toEqual([]);
});

describe('the tables of the documentation', () => {
  test('list every setting with the default that the code uses', () => {
    const defaults = readConfig({});
    const rows = Object.entries(settings.shape).map(([name, schema]) => {
      const value = defaults[name as keyof Config];
      const shown = folders.has(name as keyof Config) ? `./${String(value).split('/').at(-1)}` : (value ?? '');
      return `| \`${name}\` | ${shown} | ${schema.description} |`;
    });
    expect(tableOn('docs/settings.md', 'settings')).toBe(['| variable | default | what |', '|---|---|---|', ...rows].join('\n'));
  });

  test('list at most 28 settings in addition to those of OpenTelemetry', () => {
    expect(Object.keys(settings.shape).filter((name) => !name.startsWith('OTEL_')).length).toBeLessThanOrEqual(28);
  });

  test('list every bound of requests with the value that the code uses', () => {
    const { timeoutMs, maxDepth, maxBodyBytes, ...pushes } = defaultPushLimits;
    expect(timeoutMs).toBe(defaultHttpLimits.requestTimeoutMs);
    const limits = {
      ...defaultOperationLimits,
      ...defaultSocketLimits,
      ...defaultQueueLimits,
      maxUrlBytes,
      ...defaultHttpLimits,
      ...pushes,
    };
    // The rows of the page, in their order.
    const named = [
      'maxCharacters',
      'maxTokens',
      'maxDepth',
      'maxAliases',
      'maxRootFields',
      'maxFields',
      'maxFragments',
      'maxOverlappingFields',
      'maxInputDepth',
      'maxInputValues',
      'maxBodyBytes',
      'maxUrlBytes',
      'requestTimeoutMs',
      'maxOperationsPerSocket',
      'maxSockets',
      'maxMessageBytes',
      'keepAliveMs',
      'initTimeoutMs',
      'refreshTimeoutMs',
      'maxQueuedBytes',
      'maxQueuedMessages',
      'maxObjects',
      'maxBodyBytes of pushes',
      'maxDepth of pushes',
      'stallMs',
    ];
    const values = new Map<string, number>([
      ...Object.entries(limits),
      ['maxDepth of pushes', maxDepth],
      ['maxBodyBytes of pushes', maxBodyBytes],
    ]);
    const rows = tableOn('docs/querying.md', 'limits').split('\n').slice(2);
    expect(rows.map((row) => Number(/\| (\d+) \|$/.exec(row)?.[1]))).toEqual(named.map((name) => values.get(name)));
    expect(named.toSorted()).toEqual([...values.keys()].toSorted());
  });

  test('list the limits of tenants with their defaults', () => {
    const rows = tableOn('docs/access.md', 'caller-limits').split('\n').slice(2);
    const listed = rows.map((row) => /^\| `(\w+)` \| (\d+) \|/.exec(row)?.slice(1) ?? [row]);
    expect(listed).toEqual(Object.entries(defaultCallerLimits).map(([name, value]) => [name, `${value}`]));
    const shown = /^limits: (.*)$/m.exec(textOn('docs/access.md'))?.[1];
    expect(parse(shown ?? '')).toEqual(defaultCallerLimits);
  });

  test('show the thresholds of alerts with their defaults', () => {
    const shown = /^ {4}alerts: (\{[^}]*\})/m.exec(textOn('docs/access.md'))?.[1];
    expect(parse(shown ?? '')).toEqual(defaultAlertThresholds);
  });

  test('list the fields of webhooks with their defaults', () => {
    const rows = tableOn('docs/webhooks.md', 'webhook-fields').split('\n').slice(2);
    const listed = rows.map((row) => /^\| `(\w+)` \| ([\w ]+) \|/.exec(row)?.slice(1) ?? [row]);
    const { id, url, secrets, ...optional } = webhookSchema.shape;
    expect(listed.map(([field]) => field)).toEqual(Object.keys({ id, url, secrets, ...optional }));
    const defaults = listed.filter(([, standard]) => standard === 'false').map(([field]) => field);
    expect(defaults).toEqual(
      Object.entries(optional).flatMap(([field, schema]) => (schema.safeParse(undefined).data === false ? [field] : [])),
    );
  });

  test('list every error code with its status and what the caller can do', () => {
    const rows = Object.entries<ErrorEntry>(errorTable).map(
      ([code, { status, retryable, remedy }]) => `| \`${code}\` | ${status} | ${retryable ? 'yes' : 'no'} | ${remedy} |`,
    );
    expect(tableOn('docs/errors.md', 'errors')).toBe(
      ['| code | status | try again | what to do |', '|---|---|---|---|', ...rows].join('\n'),
    );
  });

  test('list the bound of every large cache, and the sum of all', () => {
    const largeBytes = 16 * 1024 * 1024;
    const bounds = Object.entries<MemoryBound>(memoryBounds).map(([name, bound]) => ({
      ...bound,
      name,
      total: bound.bytes * bound.caches,
    }));
    const large = bounds.filter(({ total }) => total >= largeBytes);
    const sumOf = (some: typeof bounds) => some.reduce((sum, { total }) => sum + total, 0);
    const sum = sumOf(bounds);
    const rows = [
      ...large.map(({ name, what, bytes, caches }) => `| ${what} | ${caches === 1 ? '' : `${caches} x `}${mib(bytes)} | \`${name}\` |`),
      `| others | ${mib(sum - sumOf(large))} | |`,
      `| **all together** | **${mib(sum)}** | |`,
    ];
    expect(tableOn('docs/operations.md', 'memory')).toBe(['| content | limit | `memoryBounds` |', '|---|---|---|', ...rows].join('\n'));
  });
});

describe('the page about alerts', () => {
  const rowsOf = (table: string) =>
    tableOn('docs/alerts.md', table)
      .split('\n')
      .slice(2)
      .map((row) => row.split('|').map((cell) => cell.trim()));

  test('lists every kind with its severity', () => {
    expect(rowsOf('alerts').map(([, kind, severity]) => [kind, severity])).toEqual(
      alertKinds.map((kind) => [`\`${kind}\``, ruleOf(kind).severity]),
    );
  });

  test('lists the steps with the default and the setting that the code uses', () => {
    const listed = rowsOf('steps').map(([, kind, steps, standard, setting]) => [kind, steps?.replace(/ (h|days)$/, ''), standard, setting]);
    const kinds = Object.keys(alertSteps) as SteppedKind[];
    expect(listed).toEqual(
      kinds.map((kind) => {
        const threshold = ruleOf(kind).threshold ?? 'noNewsHours';
        return [`\`${kind}\``, alertSteps[kind].join(', '), `${defaultAlertThresholds[threshold]}`, `\`${threshold}\``];
      }),
    );
  });
});

describe('the pages of the documentation', () => {
  test('show the React hook that is tested, as a whole file', () => {
    const hook = readFileSync(join(packageRoot, 'test', 'e2e', 'client', 'use-arrivals.tsx'), 'utf8');
    expect(examplesOn('docs/frontend.md', 'tsx')).toContain(hook);
  });

  test('the README has less than 100 lines', () => {
    expect(textOn('README.md').split('\n').length).toBeLessThan(100);
  });

  test.each([...pages])('every link on %s leads to a file or a heading that exists', (page, text) => {
    const links = [...withoutCode(text).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, link = '']) => link);
    expect(links.filter((link) => !exists(page, link))).toEqual([]);
  });

  test('the README leads to every page', () => {
    const linked = (path: string) => textOn('README.md').includes(`](${path})`);
    expect([...pages.keys()].filter((path) => path !== 'README.md' && !linked(path))).toEqual([]);
  });
});

function exists(page: string, link: string): boolean {
  const [path = '', heading] = link.split('#');
  const target = path === '' ? page : join(dirname(page), path);
  if (!existsSync(join(packageRoot, target))) return false;
  return heading === undefined || anchorsOn(target).includes(heading);
}

/** Returns the anchors that GitHub generates for headings. */
function anchorsOn(page: string): string[] {
  return [...withoutCode(textOn(page)).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function withoutCode(text: string): string {
  return text.replace(/```[\s\S]*?```/g, '');
}
