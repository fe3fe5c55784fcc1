import { arrivalNoticeFilters, commercialScheduleFilters, portCallFilters } from '@landfall/dcsa/filters.ts';
import type { QueryParameter } from '@landfall/dcsa/parameters.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { maxFailuresPerMinute } from '#platform/access/caller-sign-in.ts';
import { defaultCallerLimits } from '#platform/access/entitlement.ts';
import { type Config, readConfig } from '#platform/config.ts';
import { createHttpServer, listen } from '#platform/http/http-server.ts';
import { maxItemValues, maxValuesOf } from '#platform/json/json-slices.ts';
import { maxDirectBytes } from '#platform/json/steps.ts';
import { maxPageBytes } from '#platform/log/page.ts';
import { createLogger } from '#platform/logger.ts';
import { openAudit } from '#platform/operations/audit.ts';
import { deliveryLimits, requestLimits as partnerLimits } from '#platform/partners/delivery-limits.ts';
import { toleranceMs } from '#platform/partners/inbound-auth/identify-caller.ts';
import { clockToleranceSeconds } from '#platform/partners/inbound-auth/signed-tokens.ts';
import { type CapabilityOptions, capabilitiesOf } from '#platform/process/capabilities.ts';
import { createMetricsRegistry } from '#platform/process/health.ts';
import { hostSubgraphs, openSubgraphParts } from '#platform/process/host.ts';
import { gatherMs } from '#platform/publisher/deliveries/delivery-queue.ts';
import { maxReplayed } from '#platform/publisher/deliveries/operations.ts';
import { maxRetryAfterMs } from '#platform/publisher/deliveries/send-delivery.ts';
import { type EndpointProfile, pageSize, pushProfiles, requestLimits } from '#platform/publisher/get/endpoint.ts';
import { maxBatchBytes, maxBatchObjects, maxRemarks } from '#platform/receiver/accept.ts';
import { maxWaitMs, smallBodyBytes } from '#platform/receiver/body.ts';
import { defaultPushLimits } from '#platform/receiver/routes.ts';
import { maxUnknownMembers } from '#platform/wire/shape-check.ts';
import { arrivalNoticeProfile, arrivalNoticesEndpoint, maxIdentityLengths } from '../../../subgraphs/arrival-notices/profile.ts';
import { commercialScheduleProfile, scheduleEndpoints, snapshotMs } from '../../../subgraphs/commercial-schedules/profile.ts';
import { openSubgraph } from '../../../subgraphs/commercial-schedules/subgraph.ts';
import { maxIdentityLengths as eventIdentityLengths, eventsEndpoint, portCallProfile } from '../../../subgraphs/port-calls/profile.ts';
import { temporaryFolder } from '../../support/landfall.ts';
import { openLandfall } from '../../support/open-landfall.ts';
import { tableOn } from '../../support/pages.ts';
import { openPartners } from '../../support/partners.ts';
import { contractViolations } from '../../support/standard-types.ts';
import { uuidOf } from '../../support/uuid.ts';
import { openPublishing, type Publishing } from './open-publishing.ts';

const declared = [arrivalNoticeProfile, commercialScheduleProfile, portCallProfile];
const profiles = [arrivalNoticesEndpoint, ...Object.values(scheduleEndpoints), eventsEndpoint];

/** The words of the profile. */
const described = capabilitiesOf(declared, { config: readConfig({}) }) as {
  readonly endpoints: readonly { readonly path: string; readonly order: string; readonly remarks: readonly string[] }[];
  readonly deliveries: {
    readonly posts: readonly { readonly url: string; readonly sends: string }[];
    readonly answers: Readonly<Record<string, string>>;
  };
};
const wordsOn = (path: string) => described.endpoints.find((endpoint) => endpoint.path === `/dcsa${path}`);

describe('the capability profile', () => {
  let publishing: Publishing;
  beforeAll(async () => {
    publishing = await openPublishing();
  });
  afterAll(async () => publishing[Symbol.asyncDispose]());

  test('is public and the basis of all checks: every endpoint with its parameters and limits', async () => {
    const { status, headers, body } = await publishing.get('/capabilities', null);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    const { endpoints } = body as { endpoints: readonly { path: string; parameters: readonly QueryParameter[]; limit: object }[] };
    expect(endpoints.map(({ path }) => path).toSorted()).toEqual(profiles.map(({ path }) => `/dcsa${path}`).toSorted());
    for (const profile of profiles) {
      const shown = endpoints.find(({ path }) => path === `/dcsa${profile.path}`);
      expect(shown?.parameters.slice(0, -2)).toEqual(JSON.parse(JSON.stringify(profile.parameters)));
      expect(shown?.parameters.slice(-2).map(({ name }) => name)).toEqual(['limit', 'cursor']);
      expect(shown?.limit).toEqual(pageSize);
    }
  });

  test('shows which filters match more than equal strings', async () => {
    const vesselVoyage = { vesselIMONumber: 'IMO 9321483', vesselName: ' MV Coffee  Star', carrierImportVoyageNumber: '2103s ' };
    const equipments = [{ equipment: { equipmentReference: 'abcu 1234567' } }];
    const transport = {
      portOfDischarge: { UNLocationCode: 'be anr' },
      legs: [{ vesselVoyage: { ...vesselVoyage, universalImportVoyageReference: '2103n' } }],
    };
    const notice = {
      transportDocumentReference: 'DOC1',
      issueDateTime: '2026-03-02T13:05:00Z',
      transport,
      utilizedTransportEquipments: equipments,
    };
    const event = {
      eventID: uuidOf('e1'),
      eventUpdatedDateTime: '2026-03-02T13:05:00Z',
      portCall: { UNLocationCode: 'be anr', portVisitReference: ' V1 ' },
      vessel: { vesselIMONumber: 'IMO 9321483', vesselName: ' MV Coffee  Star' },
      terminalCall: { importVoyageNumberOrReference: { universalVoyageReference: '2103n' } },
    };
    await publishing.push('acme', { arrivalNotices: [notice], events: [event] });
    const loose: readonly [EndpointProfile, Record<string, string>][] = [
      [
        arrivalNoticesEndpoint,
        {
          portOfDischarge: 'BEANR',
          equipmentReferences: 'ABCU1234567',
          vesselIMONumber: '9321483',
          vesselName: 'COFFEE STAR',
          carrierImportVoyageNumber: '2103S',
          universalImportVoyageReference: '2103N',
        },
      ],
      [
        eventsEndpoint,
        {
          UNLocationCode: 'BEANR',
          portVisitReference: 'V1',
          vesselIMONumber: '9321483',
          vesselName: 'COFFEE STAR',
          universalImportVoyageReference: '2103N',
        },
      ],
    ];
    for (const [{ path }, filters] of loose) {
      const { remarks = [] } = wordsOn(path) ?? {};
      for (const [name, value] of Object.entries(filters)) {
        expect([name, (await publishing.get(`${path}?${new URLSearchParams({ [name]: value })}`)).rows.length]).toEqual([name, 1]);
        expect(remarks.filter((remark) => /without|also/.test(remark)).join()).toContain(name);
      }
    }
  });

  test('names every parameter of the standards', () => {
    const names = (listed: readonly EndpointProfile[]) => new Set(listed.flatMap(({ parameters }) => parameters.map(({ name }) => name)));
    expect(names([arrivalNoticesEndpoint])).toEqual(new Set(arrivalNoticeFilters));
    expect(names([eventsEndpoint])).toEqual(new Set(portCallFilters));
    const required = ['placeOfReceipt', 'placeOfDelivery', 'date'];
    expect(names(Object.values(scheduleEndpoints))).toEqual(new Set([...required, ...commercialScheduleFilters]));
  });

  test('shows the pushes, with the applicable limits and the default retries', async () => {
    const { deliveries } = (await publishing.get('/capabilities', null)).body as { deliveries: Record<string, unknown> };
    const { maxObjects, maxBodyBytes, firstRetryMs, maxRetryMs, giveUpMs } = deliveryLimits;
    expect(deliveries['posts']).toEqual(
      pushProfiles.map((push) => ({
        ...{ method: 'POST', ...push, version: versionOf(push) },
        ...{ model: expect.stringMatching(/^(COMPLETE_PUSH|NOTIFICATION)$/), sends: expect.stringMatching(/./) },
      })),
    );
    expect(deliveries['message']).toMatchObject({ maxObjects, maxBodyBytes });
    expect(deliveries['answers']).toEqual(described.deliveries.answers);
    expect(deliveries['retries']).toMatchObject({ firstMs: firstRetryMs, maxMs: maxRetryMs, giveUpMs });
  });

  test('matches the tables of the documentation', () => {
    const printed = (name: string) => tableOn('docs/publishing.md', name);
    expect(printed('capabilities')).toBe(tableOf(profiles));
    expect(printed('pushes')).toBe(pushTable());
    const answers = Object.entries(described.deliveries.answers).map(([answer, effect]) => `| ${answer} | ${effect} |`);
    expect(printed('push-answers')).toBe(['| answer | effect |', '|---|---|', ...answers].join('\n'));
  });

  test('can be read by GET only', async () => {
    const { status, headers } = await publishing.get('/capabilities', null, { method: 'POST' });
    expect([status, headers.get('allow')]).toEqual([405, 'GET']);
  });
});

test('a subgraph in distributed mode serves its own endpoints and no others, and the profile of all', async () => {
  await using folder = await temporaryFolder();
  await using partners = await openPartners({ acme: { schedules: { routes: [] } }, reader: { lines: ['publish: {}'] } });
  await partners.writeFiles(folder.path);
  const [config, logger] = [readConfig({ DATA_DIR: folder.path, PARTNERS_DIR: folder.path }), createLogger('silent')];
  await using parts = await openSubgraphParts(config, logger, {});
  await using subgraph = await openSubgraph(parts);
  const app = createHttpServer({ logger });
  const audit = openAudit({ logger, setting: config.AUDIT, access: { isOpen: true } });
  await hostSubgraphs(app, {
    subgraphs: [subgraph],
    parts,
    capabilities: capabilitiesOf(declared, { config }),
    registry: createMetricsRegistry(),
    audit,
  });
  const url = `http://127.0.0.1:${await listen(app, '127.0.0.1', 0)}/dcsa`;
  try {
    const get = (path: string) => fetch(`${url}${path}`, { headers: { 'x-api-key': 'key-of-reader' } });
    expect((await get('/v1/point-to-point-routes?placeOfReceipt=NLRTM&placeOfDelivery=SGSIN')).status).toBe(200);
    for (const path of ['/events', '/arrival-notices', '/v1']) {
      const unknown = await get(path);
      expect([unknown.status, unknown.headers.get('api-version')]).toEqual([404, '1.0.4']);
      expect(contractViolations('ErrorResponse', await unknown.json())).toEqual([]);
    }
    const shown = (await (await get('/capabilities')).json()) as {
      endpoints: readonly unknown[];
      deliveries: { posts: readonly unknown[] };
    };
    expect([shown.endpoints.length, shown.deliveries.posts.length]).toEqual([5, 3]);
  } finally {
    await app.close();
  }
});

/** The profile with these settings, as JSON. */
function profileWith(environment: Record<string, string> = {}, pushLimits: CapabilityOptions['pushLimits'] = {}): Record<string, never> {
  return JSON.parse(JSON.stringify(capabilitiesOf(declared, { config: readConfig(environment), pushLimits })));
}

/** Returns each number of a document by its path. Elements of lists share one path. */
function numbersIn(value: unknown, path = ''): [path: string, value: number][] {
  if (typeof value === 'number') return [[path, value]];
  if (Array.isArray(value)) return value.flatMap((each) => numbersIn(each, path));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => numbersIn(each, path === '' ? name : `${path}.${name}`));
}

describe('a value of the capability profile', () => {
  test.each<[setting: keyof Config, value: string, path: string, shown: string | number | boolean]>([
    ['CONTACT', 'mailto:api@platform.example', 'implementation.contact', 'mailto:api@platform.example'],
    ['KEEP_ALIVE_SECONDS', '7', 'operations.keepAliveSeconds', 7],
    ['LOG_RETENTION_HOURS', '48', 'retention.logHours', 48],
    ['LOG_RETENTION_HOURS', '48', 'deliveries.replay.reachHours', 48],
    ['VERSION_RETENTION_DAYS', '400', 'retention.rowsDays', 400],
    ['TRUSTED_PROXIES', '10.0.0.0/8', 'security.receiving.mtls.available', true],
  ])('follows the setting %s', (name, value, path, shown) => {
    const at = (profile: unknown) => path.split('.').reduce<unknown>((part, key) => Object(part)[key], profile);
    expect(at(profileWith())).not.toEqual(shown);
    expect(at(profileWith({ [name]: value }))).toEqual(shown);
  });

  test.each(Object.keys(defaultPushLimits))('follows the limit of pushes %s that a program sets', (name) => {
    expect(profileWith({}, { [name]: 13 })).toMatchObject({ receiving: { limits: { [name]: 13 } } });
  });

  test('is, where it is a number, the constant that the code uses', () => {
    const { requestsPerSecond, concurrency, timeoutMs } = partnerLimits.parse({});
    const { maxObjects, maxBodyBytes, firstRetryMs: firstMs, maxRetryMs: maxMs, giveUpMs } = deliveryLimits;
    const { endpoints, errors: _, ...profile } = profileWith();
    const all = {
      standards: { lifecycle: { maxIdentityLengths: { ...maxIdentityLengths, ...eventIdentityLengths } } },
      receiving: {
        limits: { ...defaultPushLimits, maxValues: maxValuesOf(defaultPushLimits.maxBodyBytes), maxValuesOfObject: maxItemValues },
        delays: {
          smallBodyBytes,
          directBodyBytes: maxDirectBytes,
          commitObjects: maxBatchObjects,
          commitBytes: maxBatchBytes,
          maxWaitMs,
        },
        feedback: { maxRemarks, maxUnknownMembersOfObject: maxUnknownMembers },
      },
      deliveries: {
        message: { maxObjects, maxBodyBytes, gatherMs },
        requests: { requestsPerSecond, concurrency, timeoutMs },
        retries: { firstMs, maxMs, giveUpMs, maxRetryAfterMs },
        replay: { reachHours: readConfig({}).LOG_RETENTION_HOURS, maxObjects: maxReplayed },
      },
      limits: { ...requestLimits, maxPageBytes },
      retention: { logHours: readConfig({}).LOG_RETENTION_HOURS },
      rateLimits: {
        failedSignInsPerMinute: maxFailuresPerMinute,
        requestsToPartnersPerMinute: defaultCallerLimits.partnerCallsPerMinute,
      },
      security: { receiving: { jwt: { clockToleranceSeconds }, hmac: { toleranceMs } } },
      operations: { keepAliveSeconds: readConfig({}).KEEP_ALIVE_SECONDS },
    };
    expect(Object.fromEntries(numbersIn(profile))).toEqual(Object.fromEntries(numbersIn(all)));
    expect(numbersIn(endpoints).filter(([path]) => path === 'cursorExpiryMs')).toEqual(Array(3).fill(['cursorExpiryMs', snapshotMs]));
  });
});

test('the capability profile is indented JSON, also in a browser, whatever the contact is', async () => {
  const contact = `"><script>alert(1)</script> & <img src=x onerror='alert(1)'>`;
  await using landfall = await openLandfall({ CONTACT: contact });
  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  const answer = await fetch(`${landfall.url}/dcsa/capabilities`, { headers: { accept: browser } });
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('x-content-type-options')]).toEqual([
    200,
    'application/json; charset=utf-8',
    'nosniff',
  ]);
  const text = await answer.text();
  expect(text.split('\n').length).toBeGreaterThan(100);
  expect(JSON.parse(text)).toMatchObject({ implementation: { contact } });
});

/** Returns one row per endpoint, in the format of the documentation. */
function tableOf(all: readonly EndpointProfile[]): string {
  const rows = all.map(({ path, version, parameters, refused, needsOneOf, unknownParameters }) => {
    const need =
      needsOneOf.length === 0
        ? ''
        : ` One filter at least, besides ${parameters.flatMap(({ name }) => (needsOneOf.includes(name) ? [] : [`\`${name}\``])).join(', ')}.`;
    const others = [unknownWords[unknownParameters], ...refused.map((name) => `\`${name}\` refused`)].join(', ');
    return `| \`/dcsa${path}\` | ${version} | ${parameters.map(wordsFor).join(', ')}.${need} | ${others} | ${wordsOn(path)?.order} |`;
  });
  return ['| GET | version | parameters | others | order |', '|---|---|---|---|---|', ...rows].join('\n');
}

function pushTable(): string {
  const rows = pushProfiles.map((push) => {
    const { url, path, listName } = push;
    const { sends } = described.deliveries.posts.find((described) => described.url === url) ?? {};
    return `| \`${url}\` | \`${path}\` | ${versionOf(push)} | \`${listName}\` | ${sends} |`;
  });
  return ['| POST to | path | version | list | content |', '|---|---|---|---|---|', ...rows].join('\n');
}

/** Returns the version of the endpoint of the same standard. */
function versionOf({ standard }: (typeof pushProfiles)[number]): string | undefined {
  return profiles.find((profile) => profile.standard === standard)?.version;
}

const unknownWords = { REFUSED: 'refused', IGNORED_WITH_WARN: 'ignored, with a WARN', IGNORED: 'ignored' } as const;

function wordsFor({ name, required, maxValues, oneOf, otherwise }: QueryParameter): string {
  const words = [
    ...(required ? ['required'] : []),
    ...(maxValues === undefined ? [] : [`up to ${maxValues}`]),
    ...(oneOf === undefined ? [] : [oneOf.join(' ')]),
    ...(otherwise === undefined ? [] : [`anything else counts as ${otherwise}`]),
  ];
  return `\`${name}\`${words.length === 0 ? '' : ` (${words.join('; ')})`}`;
}
