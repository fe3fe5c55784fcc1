import { join } from 'node:path';
import { openSandboxCarrier, type SandboxCarrier } from '@landfall/sandbox/carrier.ts';
import { coralLine } from '@landfall/sandbox/coral-line.ts';
import { northernStar } from '@landfall/sandbox/northern-star.ts';
import type { SandboxProfile } from '@landfall/sandbox/profile.ts';
import { openSandbox } from '@landfall/sandbox/sandbox.ts';
import { openingLength } from '@landfall/sandbox/scenario.ts';
import type { SandboxEvent } from '@landfall/sandbox/scenario-runner.ts';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '#platform/package-root.ts';
import { openPartnerRegistry } from '#platform/partners/registry.ts';
import { openUpstream } from '#platform/upstream/upstream.ts';
import { arrivalNoticesRequest } from '../../../subgraphs/arrival-notices/upstream/request-urls.ts';
import { failedChecks } from '../../support/an-conformance.ts';
import { openFakePartner } from '../../support/fake-partner.ts';
import { readList } from '../../support/read-lists.ts';

interface Notice extends Readonly<Record<string, unknown>> {
  readonly transportDocumentReference: string;
  readonly issueDateTime: string;
}

describe('a sandbox carrier that is queried', () => {
  it('returns the newest version of each notice of a document', async () => {
    await using setting = await openSettled(northernStar);
    const [reference] = setting.references;
    const { status, headers, notices } = await setting.query(`transportDocumentReferences=${reference}`);
    expect(status).toBe(200);
    expect(headers.get('api-version')).toBe('1.0.1');
    expect(notices.map((notice) => [notice.transportDocumentReference, notice['typeLabel'], notice['versionLabel']])).toEqual([
      [reference, 'EN, consignee', 'Cargo release'],
      [reference, 'NL, customs broker', 'Cargo release'],
    ]);
    expect(failedChecks(notices)).toEqual([]);
  });

  it('accepts lists with commas, with encoded commas and with repeated parameters, and finds containers in any spelling', async () => {
    await using setting = await openSettled(northernStar);
    const [one = '', two = ''] = setting.references;
    const forms = [`transportDocumentReferences=${one},${two}`, `transportDocumentReferences=${one}%2C${two}`];
    for (const form of [...forms, `transportDocumentReferences=${one}&transportDocumentReferences=${two}`]) {
      const found = await setting.query(form);
      expect(new Set(found.notices.map(({ transportDocumentReference }) => transportDocumentReference))).toEqual(new Set([one, two]));
    }
    const { notices } = await setting.query(`transportDocumentReferences=${one}`);
    const container = JSON.stringify(notices).match(/NSXU\d{7}/)?.[0] ?? '';
    const byContainer = await setting.query(`equipmentReferences=${container.toLowerCase().replace('nsxu', 'nsxu%20')}`);
    expect(byContainer.notices).toEqual(notices);
  });

  it('finds by port, ship and day of arrival', async () => {
    await using setting = await openSettled(northernStar);
    const { notices } = await setting.query('');
    const transports = notices.map((notice) => JSON.parse(JSON.stringify(notice['transport'])));
    const [{ portOfDischarge, portOfDischargeArrivalDate, legs }] = transports;
    const imo = legs[0].vesselVoyage.vesselIMONumber;
    const expected = transports.filter(
      (transport) =>
        transport.portOfDischarge?.UNLocationCode === portOfDischarge.UNLocationCode &&
        transport.portOfDischargeArrivalDate.value >= portOfDischargeArrivalDate.value &&
        transport.legs.some((leg: { vesselVoyage: { vesselIMONumber: string } }) => leg.vesselVoyage.vesselIMONumber === imo),
    );
    const day = portOfDischargeArrivalDate.value;
    const found = await setting.query(
      `portOfDischarge=${portOfDischarge.UNLocationCode}&vesselIMONumber=${imo}&portOfDischargeArrivalDateMin=${day}`,
    );
    expect(found.notices.map((notice) => notice['transport'])).toEqual(expected);
    expect((await setting.query('portOfDischargeArrivalDateMax=2000-01-01')).notices).toEqual([]);
  });

  it('ignores unknown parameters, with 200', async () => {
    await using setting = await openSettled(northernStar);
    const { status, body } = await setting.query('transportDocumentReferences=MISSING');
    expect([status, body]).toEqual([200, { arrivalNotices: [] }]);
  });

  it('omits the file unless it is requested, and charges on request, which removes the file too', async () => {
    await using setting = await openSettled(northernStar);
    const files = async (query: string) => {
      const { notices } = await setting.query(query);
      return {
        files: notices.filter((notice) => 'arrivalNoticeVisualization' in notice).length,
        charges: JSON.stringify(notices).includes('"charges"'),
        count: notices.length,
      };
    };
    const plain = await files('');
    expect(plain).toMatchObject({ files: 0, charges: true });
    expect(await files('includeVisualization=true')).toEqual({ ...plain, files: 1 });
    expect(await files('includeVisualization=true&removeCharges=true')).toEqual({ ...plain, charges: false });
  });

  it('has pages whose cursors are valid once and with the same parameters', async () => {
    await using setting = await openSettled(northernStar);
    const all = await setting.query('');
    const read: Notice[] = [];
    const used: string[] = [];
    for (let cursor = ''; ; ) {
      const page = await setting.query(`limit=3${cursor}`);
      read.push(...page.notices);
      expect(page.notices.length).toBeLessThanOrEqual(3);
      const next = page.headers.get('next-page-cursor');
      if (next === null) break;
      cursor = `&cursor=${next}`;
      used.push(next);
    }
    expect(read).toEqual(all.notices);
    expect(used.length).toBeGreaterThan(1);
    expect((await setting.query(`limit=3&cursor=${used[0]}`)).status).toBe(400);
    const fresh = (await setting.query('limit=3')).headers.get('next-page-cursor');
    expect((await setting.query(`limit=2&cursor=${fresh}`)).status).toBe(400);
    expect((await setting.query(`cursor=${fresh}&limit=3`)).status).toBe(200);
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=2147483648', 'limit'],
    ['limit=1&limit=2', 'limit'],
    ['removeCharges=yes', 'removeCharges'],
    ['portOfDischargeArrivalDateMin=2026-13-01', 'portOfDischargeArrivalDateMin'],
    ['portOfDischargeArrivalDateMin=2026-03-02&portOfDischargeArrivalDateMax=2026-03-01', 'portOfDischargeArrivalDateMin'],
    ['portOfDischarge=NLRTM&portOfDischarge=BEANR', 'portOfDischarge'],
    ['vesselName=COFFEE%20STAR', 'vesselName'],
    [`transportDocumentReferences=${Array.from({ length: 21 }, (_, number) => number).join(',')}`, 'transportDocumentReferences'],
    ['cursor=made-up', 'cursor'],
  ])('rejects %s with 400 and names the parameter', async (query, name) => {
    await using setting = await openSettled(northernStar);
    const { status, body } = await setting.query(query);
    expect(status).toBe(400);
    expect(body.feedbackElements).toEqual([{ severity: 'ERROR', message: expect.stringContaining(`Query parameter ${name}: `) }]);
  });

  it('reports all issues together', async () => {
    await using setting = await openSettled(northernStar);
    expect((await setting.query('limit=0&removeCharges=1')).body.feedbackElements).toHaveLength(2);
  });

  it('of the other kind ignores what it does not support, and reports it', async () => {
    await using setting = await openSettled({ ...coralLine, deviations: {} });
    const { status, body } = await setting.query('vesselName=REEF%20TERN&colour=blue&limit=100');
    expect(status).toBe(200);
    expect(body.feedbackElements?.map(({ severity }) => severity)).toEqual(['WARN', 'WARN', 'INFO']);
  });

  it('rejects unknown callers, other versions, other methods and other paths, each with a body of the standard', async () => {
    await using setting = await openSettled(northernStar);
    const { url } = setting.carrier;
    const statuses = await Promise.all(
      [
        fetch(`${url}/arrival-notices`),
        fetch(`${url}/arrival-notices`, { headers: { 'x-api-key': 'wrong' } }),
        fetch(`${url}/arrival-notices`, { headers: { 'x-api-key': northernStar.ownKey, 'api-version': '2.0.0' } }),
        fetch(`${url}/arrival-notices`, { method: 'POST', body: '{}' }),
        fetch(`${url}/arrival-notices/`),
      ].map(async (queried) => {
        const answer = await queried;
        const { feedbackElements } = (await answer.json()) as { feedbackElements: { severity: string }[] };
        return [answer.status, answer.headers.get('api-version'), feedbackElements[0]?.severity];
      }),
    );
    expect(statuses).toEqual([401, 401, 400, 405, 404].map((status) => [status, '1.0.1', 'ERROR']));
  });
});

describe('the partner files of the demo', () => {
  it('identify the carriers by their pushes, and request both in the way that each of them accepts', async () => {
    const logger = pino({ level: 'silent' });
    const events: SandboxEvent[] = [];
    await using landfall = await openFakePartner({ otherwise: { body: {} } });
    await using sandbox = await openSandbox({ onEvent: (event) => events.push(event) });
    await using registry = await openPartnerRegistry({ dir: join(packageRoot, 'partners/sandbox'), logger, env: sandbox.env });
    await using upstream = openUpstream({ logger });
    expect(registry.partners().map(({ id }) => id)).toEqual(['coral-line', 'hinterland', 'northern-star', 'quayside']);
    sandbox.run({ landfallUrl: landfall.url, paceMs: 1 });
    await landfall.received(2 * openingLength);

    for (const { profile } of sandbox.carriers) {
      const { header, value } = profile.pushCredential;
      const partner = await registry.identify({ headers: { [header]: value }, readRawPieces: async () => [] });
      expect(partner?.id).toBe(profile.id);
      expect(partner?.carriers).toEqual([{ carrierCode: profile.carrierCode, carrierCodeListProvider: profile.carrierCodeListProvider }]);
      const references = [
        ...new Set(
          events.filter(({ party, kind }) => party === profile.id && kind === 'FIRST_NOTICE').map(({ reference }) => reference ?? ''),
        ),
      ];
      if (partner === undefined) throw new Error('not known');
      const query = { transportDocumentReferences: references, includeVisualization: true, vesselName: 'any' };
      const pages = readList({ upstream, logger }, partner, arrivalNoticesRequest(partner, query));
      expect(pages.leftOut).toEqual(['vesselName']);
      const found: unknown[] = [];
      for await (const page of pages) {
        expect(page.apiVersion).toBe('1.0.1');
        found.push(...page.objects);
      }
      expect(new Set(found.map((notice) => (notice as Notice).transportDocumentReference))).toEqual(new Set(references));
    }
  });
});

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: { readonly arrivalNotices?: Notice[]; readonly feedbackElements?: { severity: string; message: string }[] };
  readonly notices: Notice[];
}

interface Told extends AsyncDisposable {
  readonly carrier: SandboxCarrier;
  /** Documents in the order of their first notices. */
  readonly references: readonly string[];
  query(query: string): Promise<Answer>;
}

/**
 * Opens a carrier that has sent its opening to a receiver that has stopped since, so that its notices no longer change.
 */
async function openSettled(profile: SandboxProfile): Promise<Told> {
  const events: SandboxEvent[] = [];
  const carrier = await openSandboxCarrier(profile, { onEvent: (event) => events.push(event) });
  {
    await using landfall = await openFakePartner({ otherwise: { body: {} } });
    for (let number = 1; number < openingLength; number += 1) landfall.answer({ body: {} });
    landfall.answer({ body: {} }, { fault: 'hang' });
    carrier.run({ landfallUrl: landfall.url, paceMs: 1 });
    await landfall.received(openingLength + 1);
  }
  const references = [...new Set(events.filter(({ status }) => status === 200).map(({ reference }) => reference ?? ''))];
  const sendQuery = async (query: string): Promise<Answer> => {
    const answer = await fetch(`${carrier.url}/arrival-notices?${query}`, { headers: { 'x-api-key': profile.ownKey, 'api-version': '1' } });
    const body = (await answer.json()) as Answer['body'];
    return { status: answer.status, headers: answer.headers, body, notices: body.arrivalNotices ?? [] };
  };
  return { carrier, references, query: sendQuery, [Symbol.asyncDispose]: () => carrier[Symbol.asyncDispose]() };
}
