import { arrivalNoticeFilters, commercialScheduleFilters, portCallFilters } from '@landfall/dcsa/filters.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { createHttpServer, listen } from '#platform/http/http-server.ts';
import { createLogger } from '#platform/logger.ts';
import { deliveryLimits } from '#platform/partners/delivery-limits.ts';
import { openAudit } from '#platform/process/audit.ts';
import { createMetricsRegistry } from '#platform/process/health.ts';
import { hostSubgraphs, openSubgraphParts } from '#platform/process/host.ts';
import {
  type EndpointProfile,
  type ParameterProfile,
  type PushProfile,
  pageSize,
  pushAnswers,
  pushProfiles,
} from '#platform/publisher/get/endpoint.ts';
import { arrivalNoticesProfile } from '../../../subgraphs/arrival-notices/publisher/routes.ts';
import { scheduleProfiles } from '../../../subgraphs/commercial-schedules/publisher/profiles.ts';
import { openSubgraph } from '../../../subgraphs/commercial-schedules/subgraph.ts';
import { eventsProfile } from '../../../subgraphs/port-calls/publisher/routes.ts';
import { temporaryFolder } from '../../support/landfall.ts';
import { tableOn } from '../../support/pages.ts';
import { openPartners } from '../../support/partners.ts';
import { contractViolations } from '../../support/standard-types.ts';
import { uuidOf } from '../../support/uuid.ts';
import { openPublishing, type Publishing } from './open-publishing.ts';

const profiles = [arrivalNoticesProfile, ...Object.values(scheduleProfiles), eventsProfile];

describe('the capability profile', () => {
  let publishing: Publishing;
  beforeAll(async () => {
    publishing = await openPublishing();
  });
  afterAll(async () => publishing[Symbol.asyncDispose]());

  test('is public and the basis of all checks: every endpoint with its parameters and limits', async () => {
    const { status, headers, body } = await publishing.get('/capabilities', null);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    const { endpoints } = body as { endpoints: readonly { path: string; parameters: readonly ParameterProfile[]; limit: object }[] };
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
        arrivalNoticesProfile,
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
        eventsProfile,
        {
          UNLocationCode: 'BEANR',
          portVisitReference: 'V1',
          vesselIMONumber: '9321483',
          vesselName: 'COFFEE STAR',
          universalImportVoyageReference: '2103N',
        },
      ],
    ];
    for (const [{ path, remarks }, filters] of loose) {
      for (const [name, value] of Object.entries(filters)) {
        expect([name, (await publishing.get(`${path}?${new URLSearchParams({ [name]: value })}`)).rows.length]).toEqual([name, 1]);
        expect(remarks.filter((remark) => /without|also/.test(remark)).join()).toContain(name);
      }
    }
  });

  test('names every parameter of the standards', () => {
    const names = (listed: readonly EndpointProfile[]) => new Set(listed.flatMap(({ parameters }) => parameters.map(({ name }) => name)));
    expect(names([arrivalNoticesProfile])).toEqual(new Set(arrivalNoticeFilters));
    expect(names([eventsProfile])).toEqual(new Set(portCallFilters));
    const required = ['placeOfReceipt', 'placeOfDelivery', 'date'];
    expect(names(Object.values(scheduleProfiles))).toEqual(new Set([...required, ...commercialScheduleFilters]));
  });

  test('shows the pushes, with the applicable limits and the default retries', async () => {
    const { deliveries } = (await publishing.get('/capabilities', null)).body as { deliveries: Record<string, unknown> };
    const { maxObjects, maxBodyBytes, firstRetryMs, maxRetryMs, giveUpMs } = deliveryLimits;
    expect(deliveries['posts']).toEqual(pushProfiles.map((push) => ({ method: 'POST', ...push, version: versionOf(push) })));
    expect(deliveries['message']).toMatchObject({ maxObjects, maxBodyBytes });
    expect(deliveries['answers']).toEqual(pushAnswers);
    expect(deliveries['retries']).toMatchObject({ firstMs: firstRetryMs, maxMs: maxRetryMs, giveUpMs });
  });

  test('matches the tables of the documentation', () => {
    const printed = (name: string) => tableOn('docs/publishing.md', name);
    expect(printed('capabilities')).toBe(tableOf(profiles));
    expect(printed('pushes')).toBe(pushTable());
    const answers = Object.entries(pushAnswers).map(([answer, effect]) => `| ${answer} | ${effect} |`);
    expect(printed('push-answers')).toBe(['| answer | effect |', '|---|---|', ...answers].join('\n'));
  });

  test('can be read by GET only', async () => {
    const { status, headers } = await publishing.get('/capabilities', null, { method: 'POST' });
    expect([status, headers.get('allow')]).toEqual([405, 'GET']);
  });
});

test('a subgraph in distributed mode serves its own endpoints and no others', async () => {
  await using folder = await temporaryFolder();
  await using partners = await openPartners({ acme: { schedules: { routes: [] } }, reader: { lines: ['publish: {}'] } });
  await partners.writeFiles(folder.path);
  const [config, logger] = [readConfig({ DATA_DIR: folder.path, PARTNERS_DIR: folder.path }), createLogger('silent')];
  await using parts = await openSubgraphParts(config, logger, {});
  await using subgraph = await openSubgraph(parts);
  const app = createHttpServer({ logger });
  const audit = openAudit({ logger, setting: config.AUDIT, isOpen: () => true });
  await hostSubgraphs(app, { subgraphs: [subgraph], parts, registry: createMetricsRegistry(), audit });
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
    expect([shown.endpoints.length, shown.deliveries.posts.length]).toEqual([3, 0]);
  } finally {
    await app.close();
  }
});

/** Returns one row per endpoint, in the format of the documentation. */
function tableOf(all: readonly EndpointProfile[]): string {
  const rows = all.map(({ path, version, parameters, refused, needsOneOf, unknownParameters, order }) => {
    const need =
      needsOneOf.length === 0
        ? ''
        : ` One filter at least, besides ${parameters.flatMap(({ name }) => (needsOneOf.includes(name) ? [] : [`\`${name}\``])).join(', ')}.`;
    const others = [unknownWords[unknownParameters], ...refused.map((name) => `\`${name}\` refused`)].join(', ');
    return `| \`/dcsa${path}\` | ${version} | ${parameters.map(wordsFor).join(', ')}.${need} | ${others} | ${order} |`;
  });
  return ['| GET | version | parameters | others | order |', '|---|---|---|---|---|', ...rows].join('\n');
}

function pushTable(): string {
  const rows = pushProfiles.map((push) => {
    const { url, path, listName, sends } = push;
    return `| \`${url}\` | \`${path}\` | ${versionOf(push)} | \`${listName}\` | ${sends} |`;
  });
  return ['| POST to | path | version | list | content |', '|---|---|---|---|---|', ...rows].join('\n');
}

/** Returns the version of the endpoint of the same standard. */
function versionOf({ standard }: PushProfile): string | undefined {
  return profiles.find((profile) => profile.standard === standard)?.version;
}

const unknownWords = { REFUSED: 'refused', IGNORED_WITH_WARN: 'ignored, with a WARN', IGNORED: 'ignored' } as const;

function wordsFor({ name, required, maxValues, oneOf, otherwise }: ParameterProfile): string {
  const words = [
    ...(required ? ['required'] : []),
    ...(maxValues === undefined ? [] : [`up to ${maxValues}`]),
    ...(oneOf === undefined ? [] : [oneOf.join(' ')]),
    ...(otherwise === undefined ? [] : [`anything else counts as ${otherwise}`]),
  ];
  return `\`${name}\`${words.length === 0 ? '' : ` (${words.join('; ')})`}`;
}
