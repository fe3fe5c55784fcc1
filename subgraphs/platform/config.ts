import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod';
import { parseRedisUrl } from './cache/redis-link.ts';
import { LandfallError } from './errors.ts';
import { isAddressRange } from './http/addresses.ts';
import { mongodbUrlIssue } from './store/mongodb/mongodb-url.ts';

const url = (protocols: readonly string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    message: `expected a URL with ${protocols.join(' or ')}`,
  });

/** All settings with their defaults. `docs/settings.md` has the same list. */
export const settings = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(4000).describe('Port to listen on; 0 selects any free port.'),
  METRICS_PORT: z
    .string()
    .transform((text) => /^(?:\[([^\]]+)\]:|([^:]+):)?(\d{1,5})$/.exec(text))
    .refine((parts) => parts !== null && Number(parts[3]) <= 65_535, {
      error: 'expected a port, or a host and a port such as 0.0.0.0:9464',
    })
    .transform((parts) => ({ host: parts?.[1] ?? parts?.[2] ?? '127.0.0.1', port: Number(parts?.[3]) }))
    .optional()
    .describe(
      'Separate port for `/metrics`, `[host:]port`; the default host is 127.0.0.1. Absent: `/metrics` is on `PORT`, for operators only unless access is open.',
    ),
  HOST: z.string().default('127.0.0.1').describe('Address to listen on.'),
  KEEP_ALIVE_SECONDS: z.coerce
    .number()
    .positive()
    .max(86_400)
    .default(65)
    .describe(
      'How long an idle connection is kept open. It must be longer than the load balancer keeps it: [Load balancers](deployment.md#load-balancers).',
    ),
  DATA_DIR: z.string().default('./data').describe('Folder of the SQLite store.'),
  PARTNERS_DIR: z.string().default('./partners').describe('Folder with one YAML file per partner.'),
  ACCESS_FILE: z
    .string()
    .default('./access.yaml')
    .describe('File with the tenants and their rights. Without the file every caller sees all data.'),
  OPEN_ACCESS: z
    .stringbool()
    .default(false)
    .describe('Without an access file: serve every caller who can reach the port, on any HOST instead of on loopback only.'),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((list) => list.split(',').flatMap((text) => text.trim() || []))
    .refine((ranges) => ranges.every(isAddressRange), { error: 'expected IP addresses or ranges such as 10.0.0.0/8, separated by commas' })
    .describe(
      'Addresses or CIDR ranges, separated by commas, of the TLS proxies that are trusted for client certificates and client addresses (`X-Forwarded-For`).',
    ),
  SUBGRAPH_SECRETS: z
    .string()
    .transform((list) => list.split(',').flatMap((text) => text.trim() || []))
    .refine((secrets) => secrets.length > 0 && secrets.every((secret) => secret.length >= 16), {
      error: 'expected secrets of at least 16 characters, separated by commas',
    })
    .optional()
    .describe(
      'Distributed mode: secrets that gateways and subgraphs share, separated by commas. The first signs requests, all of them verify requests.',
    ),
  AUDIT: z
    .enum(['on', 'off'])
    .optional()
    .describe(
      'One log line for each access to confidential rows and for each push, regardless of `LOG_LEVEL`. Absent: on unless access is open.',
    ),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info').describe('Minimum level of log lines.'),
  MONGODB_URL: z
    .string()
    .superRefine((text, context) => {
      const issue = mongodbUrlIssue(text);
      if (issue !== undefined) context.addIssue(issue);
    })
    .optional()
    .describe(
      'MongoDB with its database name: `mongodb://host1,host2/landfall?replicaSet=rs0`, `mongodb+srv`, any option of the driver. Absent: the SQLite store.',
    ),
  REDIS_URL: z
    .string()
    .superRefine((text, context) => {
      try {
        parseRedisUrl(text);
      } catch (error) {
        context.addIssue((error as Error).message);
      }
    })
    .optional()
    .describe(
      'Redis: `redis://host` or `rediss://host` (TLS) for one server, several URLs separated by commas or `redis+cluster://host1,host2` for a cluster, `redis+sentinel://host1,host2/master-name`. Absent: caches and wake signals stay inside the process. See [Redis](deployment.md#redis).',
    ),
  ARRIVAL_NOTICES_URL: url(['http:', 'https:'])
    .optional()
    .describe('URL of `/graphql` of the subgraph, for a gateway in distributed mode.'),
  COMMERCIAL_SCHEDULES_URL: url(['http:', 'https:'])
    .optional()
    .describe('URL of `/graphql` of the subgraph, for a gateway in distributed mode.'),
  PORT_CALLS_URL: url(['http:', 'https:']).optional().describe('URL of `/graphql` of the subgraph, for a gateway in distributed mode.'),
  ARRIVALS_URL: url(['http:', 'https:']).optional().describe('URL of `/graphql` of the subgraph, for a gateway in distributed mode.'),
  ALERTS_SCHEDULE_SECONDS: z.coerce
    .number()
    .positive()
    .optional()
    .describe('Seconds between two requests for the schedules of an arrival, for trials. Absent: depends on how near the arrival is.'),
  CURSOR_SECRET: z.string().min(16).optional().describe('Secret that signs cursors. Absent: a generated secret in the store.'),
  LOG_RETENTION_HOURS: z.coerce.number().positive().default(720).describe('How long events can be replayed; versions are kept.'),
  VERSION_RETENTION_DAYS: z.coerce
    .number()
    .positive()
    .optional()
    .describe('Age at which `landfall retention run` removes versions and dead letters. Absent: they are kept.'),
  CONTACT: z
    .string()
    .regex(/^\P{Cc}{1,500}$/u, { error: 'expected 1 to 500 characters without control characters' })
    .optional()
    .describe('Whom partners ask, such as `mailto:api@platform.example`, for the [capability profile](publishing.md#endpoints).'),
  INTROSPECTION: z.stringbool().default(true).describe('Allow introspection, and serve the schema at `/schema.graphql`.'),
  IDE: z.stringbool().optional().describe('Serve GraphiQL at `/graphiql`. Absent: only while access is open.'),
  TRUSTED_DOCUMENTS: z
    .string()
    .optional()
    .describe('JSON manifest of trusted documents, keyed by SHA-256. If set, no other document is executed.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(['http:', 'https:'])
    .optional()
    .describe(
      'OpenTelemetry collector, to which traces are sent by OTLP over HTTP. Absent: nothing is traced. The other `OTEL_*` variables of the specification apply as well: [Traces](operations.md#traces).',
    ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url(['http:', 'https:']).optional().describe('The same as a complete URL, for traces only.'),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.enum(['http/protobuf', 'http/json']).default('http/protobuf').describe('Encoding of traces.'),
  ALLOWED_ORIGINS: z
    .string()
    .default('')
    .transform((list) => list.split(',').flatMap((text) => text.trim() || []))
    .refine((origins) => origins.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin), {
      error: 'expected origins such as https://app.example, separated by commas',
    })
    .describe('Origins, separated by commas, whose pages may use `/graphql` from a browser, in addition to those of this server.'),
  ALLOWED_HEADERS: z
    .string()
    .default('')
    .transform((list) => list.split(',').flatMap((text) => text.trim() || []))
    .refine((headers) => headers.every((name) => /^[\w!#$%&'*+.^`|~-]+$/.test(name)), {
      error: 'expected names of headers such as x-datadog-trace-id, separated by commas',
    })
    .describe(
      'Request headers, separated by commas, that pages of these origins may send, in addition to those of GraphQL clients, W3C Trace Context and Sentry.',
    ),
});

type SettingValues = z.infer<typeof settings>;

/** A value that a program gives for a setting; strings have the syntax of the environment. */
type Given<Value> = Value extends string
  ? Value
  : Value extends readonly string[]
    ? string | readonly string[]
    : Value extends number | boolean
      ? Value | string
      : string;

/** The settings as a program gives them. */
export type Settings = { readonly [Name in keyof SettingValues]?: Given<NonNullable<SettingValues[Name]>> | undefined };

export type Config = SettingValues & {
  /** Names of the settings that are set. The others have their defaults. */
  readonly given: ReadonlySet<string>;
};

const loopback = new Set(['127.0.0.1', '::1', 'localhost']);

/**
 * Prevents accidental open access on a network: without an access file every caller sees all data, and without secrets
 * every client of a subgraph counts as a gateway.
 *
 * @throws {LandfallError} CONFIG_INVALID
 */
export function requireGuards(config: Config, part: 'together' | 'gateway' | 'subgraph'): void {
  const { ACCESS_FILE, HOST, OPEN_ACCESS, SUBGRAPH_SECRETS } = config;
  const [isOpen, isLoopback] = [!existsSync(ACCESS_FILE), loopback.has(HOST)];
  const issues = [
    ...(OPEN_ACCESS && !isOpen ? [`OPEN_ACCESS: expected false, because ${ACCESS_FILE} defines who has access`] : []),
    ...(part !== 'subgraph' && isOpen && !OPEN_ACCESS && !isLoopback
      ? [
          `HOST: every caller would see all data on ${HOST}. Write ${ACCESS_FILE}, listen on 127.0.0.1, or set OPEN_ACCESS=true if the network restricts who can connect.`,
        ]
      : []),
    ...(part !== 'together' && SUBGRAPH_SECRETS === undefined && !(isOpen && isLoopback)
      ? ['SUBGRAPH_SECRETS: not set. Gateways and subgraphs share it, unless access is open and HOST is loopback']
      : []),
  ];
  if (issues.length > 0) throw new LandfallError('CONFIG_INVALID', issues.join('\n  '));
}

/**
 * Reads the settings. Only this function reads the environment.
 *
 * @throws {LandfallError} CONFIG_INVALID listing all issues; values are not shown, because they may be secret
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>> = process.env): Config {
  const given = Object.fromEntries(Object.keys(settings.shape).flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])));
  const parsed = settings.safeParse(given);
  if (!parsed.success) {
    const issues = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new LandfallError('CONFIG_INVALID', `The settings have ${issues.length} issue(s):\n  ${issues.join('\n  ')}`);
  }
  const { DATA_DIR, PARTNERS_DIR, ACCESS_FILE } = parsed.data;
  const paths = { DATA_DIR: resolve(DATA_DIR), PARTNERS_DIR: resolve(PARTNERS_DIR), ACCESS_FILE: resolve(ACCESS_FILE) };
  return { ...parsed.data, ...paths, given: new Set(Object.keys(given)) };
}

/**
 * Reads the settings that a program gives. The environment is not read.
 *
 * @throws {LandfallError} CONFIG_INVALID as {@link readConfig}
 */
export function configOf(given: Settings): Config {
  return readConfig(
    Object.fromEntries(Object.entries(given).map(([name, value]) => [name, value === undefined ? undefined : String(value)])),
  );
}

/** Returns the folder of partners' files. A folder that is set must exist; the default one may be created later. */
export function partnersFolderOf({ PARTNERS_DIR: dir, given }: Config): { readonly dir: string; readonly isDirRequired: boolean } {
  return { dir, isDirRequired: given.has('PARTNERS_DIR') };
}
