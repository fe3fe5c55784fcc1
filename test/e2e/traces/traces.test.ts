import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { noticeWith, vesselScheduleWith } from '../../contract/matching/samples.ts';
import { openFakePartner } from '../../support/fake-partner.ts';
import { partnerKeys, startLandfall, temporaryFolder, writePartners } from '../../support/landfall.ts';
import { openDeployment } from '../apart/deployment.ts';
import { type CollectedSpan, openCollector } from './collector.ts';

const [mongodbUrl, redisUrl] = [inject('mongodbUrl'), inject('redisUrl')];
const reference = 'SECRET-REFERENCE';
const query = `query Joined { arrivalNotices(maxAgeSeconds: 0, maxWaitMs: 60000) { nodes { transportDocumentReference
  current { arrivalCall(maxWaitMs: 60000) { outcome sources { partner { id } status } } } } } }`;
const callersTrace = '0af7651916cd43dd8448eb211c80319c';

/** Opens a carrier whose notices and schedules are not cached. */
async function openCarrier() {
  const [notice, schedule] = [noticeWith({ transportDocumentReference: reference }), vesselScheduleWith()];
  return openFakePartner({
    otherwise: ({ url }) => ({ body: url.includes('arrival-notices') ? { arrivalNotices: [notice] } : [schedule] }),
  });
}

async function writeCarrier(folder: string, url: string, more: readonly string[] = []): Promise<void> {
  const endpoints = ['arrivalNotices', 'commercialSchedules'].map((name) => `${name}: { baseUrl: "${url}" }`);
  await writeFile(join(folder, 'carrier.yaml'), ['id: carrier', 'name: carrier', 'allowPrivate: true', ...endpoints, ...more].join('\n'));
}

async function sendQuery(url: string): Promise<string> {
  const headers = { 'content-type': 'application/json', traceparent: `00-${callersTrace}-b7ad6b7169203331-01` };
  const answer = await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
  return answer.text();
}

/** Returns the names of a span and of its ancestors, the outermost first. */
function roadTo(span: CollectedSpan, spans: readonly CollectedSpan[]): string[] {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
  return [...(parent === undefined ? [] : roadTo(parent, spans)), `${span.service}: ${span.name}`];
}

const tracing = (url: string) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  OTEL_BSP_SCHEDULE_DELAY: '100',
});

describe.runIf(mongodbUrl && redisUrl)('the trace of a joined query with a partner that was not requested before', () => {
  it('has every hop from the gateway over subgraphs and store to the partner, and contains no data', async () => {
    await using carrier = await openCarrier();
    await using collector = await openCollector();
    const servers = { mongodbUrl: mongodbUrl ?? '', redisUrl: redisUrl ?? '' };
    await using deployment = await openDeployment({ ...servers, settings: tracing(collector.url) });
    await writeCarrier(deployment.environment['PARTNERS_DIR'] ?? '', carrier.url, ['sendTraceContext: true']);
    const [notices, schedules] = [await deployment.startSubgraph(), await deployment.startSubgraph('commercial-schedules')];
    const gateway = await deployment.startGateway({ 'arrival-notices': notices.url, 'commercial-schedules': schedules.url });
    expect(await sendQuery(gateway.url)).toContain('"outcome":"UNIQUE"');
    const roads = (spans: readonly CollectedSpan[]) => spans.map((span) => roadTo(span, spans).join(' > '));
    const begin = 'landfall-gateway: POST /graphql > landfall-gateway: query > landfall-gateway: POST > ';
    const expected = [
      `${begin}landfall-arrival-notices: POST /graphql > landfall-arrival-notices: request carrier > landfall-arrival-notices: GET`,
      `${begin}landfall-arrival-notices: POST /graphql > landfall-arrival-notices: append arrival-notice-versions`,
      `${begin}landfall-commercial-schedules: POST /graphql > landfall-commercial-schedules: request carrier > landfall-commercial-schedules: GET`,
    ];
    const spans = await collector.traceWith((each) => expected.every((road) => roads(each).includes(road)));
    expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([callersTrace]));
    const toPartner = spans.find(
      ({ attributes }) => attributes['landfall.partner.id'] === 'carrier' && 'http.response.status_code' in attributes,
    );
    expect(toPartner).toMatchObject({
      kind: 'CLIENT',
      attributes: { 'http.request.method': 'GET', 'server.address': '127.0.0.1', 'http.response.status_code': 200 },
    });
    expect(carrier.requests.every(({ headers }) => headers['traceparent']?.includes(callersTrace))).toBe(true);
    expect(JSON.stringify(spans)).not.toContain(reference);
  });
});

describe('a process with a collector', () => {
  it('sends its spans as protobuf by default, continues the trace of a push, and does not send the trace context to partners', async () => {
    await using carrier = await openCarrier();
    await using collector = await openFakePartner({ otherwise: { body: '' } });
    await using folder = await temporaryFolder();
    await writePartners(folder.path);
    await writeCarrier(folder.path, carrier.url);
    const environment = { DATA_DIR: folder.path, PARTNERS_DIR: folder.path, ACCESS_FILE: join(folder.path, 'none') };
    await using landfall = await startLandfall(['serve'], {
      environment: { ...environment, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SERVICE_NAME: 'our-landfall' },
    });
    const headers = {
      'content-type': 'application/json',
      'x-api-key': partnerKeys.acme,
      traceparent: `00-${callersTrace}-b7ad6b7169203331-01`,
    };
    const body = JSON.stringify({ arrivalNotices: [noticeWith({ transportDocumentReference: reference })] });
    expect((await fetch(`${landfall.url}/dcsa/arrival-notices`, { method: 'POST', headers, body })).status).toBe(200);
    await sendQuery(landfall.url);
    expect(carrier.requests.length).toBeGreaterThan(0);
    expect(carrier.requests.filter(({ headers }) => 'traceparent' in headers)).toEqual([]);
    // The latest spans are sent when the process ends.
    expect(await landfall.kill('SIGTERM')).toBe(0);
    const sent = Buffer.concat(collector.requests.map(({ body }) => body)).toString('latin1');
    expect(new Set(collector.requests.map(({ url, headers }) => `${url} ${headers['content-type']}`))).toEqual(
      new Set(['/v1/traces application/x-protobuf']),
    );
    for (const name of ['our-landfall', 'POST /dcsa/arrival-notices', 'append arrival-notice-versions', 'request carrier'])
      expect(sent).toContain(name);
    expect(sent).toContain(Buffer.from(callersTrace, 'hex').toString('latin1'));
    expect(sent).not.toContain(reference);
  });
});
