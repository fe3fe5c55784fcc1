import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { partnerKeys } from '../../support/landfall.ts';
import { type OpenLandfall, openLandfall } from '../../support/open-landfall.ts';
import { rawExchange } from '../../support/raw-exchange.ts';

let landfall: OpenLandfall;
const open = async () => {
  landfall = await openLandfall();
};
const close = () => landfall[Symbol.asyncDispose]();
const openForEachTest = () => {
  beforeEach(open);
  afterEach(close);
};
/** For tests that do not see the data of the others in their group. */
const openForAllTests = () => {
  beforeAll(open);
  afterAll(close);
};

const transport = { portOfDischarge: { UNLocationCode: 'BEANR' } };
const noticeOf = (reference: string, issued: string, more: object = {}): object => ({
  transportDocumentReference: reference,
  issueDateTime: issued,
  transport,
  ...more,
});

const historyQuery = /* GraphQL */ `
  query ($reference: String!, $label: String) {
    arrivalNotice(partner: "acme", transportDocumentReference: $reference, typeLabel: $label) {
      current { issueDateTime versionLabel }
      versions { nodes { issueDateTime versionLabel isCurrent document violations { path message } clashes { document } charges { chargeName } visualization { byteLength contentType name content url } } }
    }
  }
`;
interface History {
  readonly arrivalNotice: {
    readonly current: { issueDateTime: string; versionLabel: string | null };
    readonly versions: {
      nodes: {
        issueDateTime: string;
        versionLabel: string | null;
        isCurrent: boolean;
        document: Record<string, unknown>;
        violations: { path: string; message: string }[];
        clashes: { document: Record<string, unknown> }[];
        charges: { chargeName: string }[] | null;
        visualization: { byteLength: number; contentType: string; name: string; content: string; url: string } | null;
      }[];
    };
  } | null;
}
const history = async (reference: string, label?: string) =>
  (await landfall.query<History>(historyQuery, { reference, label })).arrivalNotice;

describe('identity and precedence', () => {
  openForEachTest();

  test('the newest time of issue is current, however late an older one arrives and however it is written', async () => {
    await landfall.push(noticeOf('A', '2026-03-02T14:05:00+01:00', { versionLabel: 'second' }));
    await landfall.push(noticeOf('A', '2026-03-02T13:04:59.999999Z', { versionLabel: 'late first' }));
    await landfall.push(noticeOf('A', '2026-03-02T13:05:00.000001Z', { versionLabel: 'third' }));
    const notice = await history('A');
    expect(notice?.current).toEqual({ issueDateTime: '2026-03-02T13:05:00.000001Z', versionLabel: 'third' });
    expect(notice?.versions.nodes.map(({ versionLabel, isCurrent }) => [versionLabel, isCurrent])).toEqual([
      ['third', true],
      ['second', false],
      ['late first', false],
    ]);
  });

  test('different labels are different notices; an empty label is none; references of two partners are independent', async () => {
    await landfall.push(noticeOf('A', '2026-03-02T13:05:00Z'), noticeOf('A', '2026-03-03T13:05:00Z', { typeLabel: 'EN' }));
    await landfall.push(noticeOf('A', '2026-03-04T13:05:00Z', { typeLabel: '' }));
    const other = noticeOf('A', '2026-03-05T13:05:00Z', { carrierCode: 'OTHR', carrierCodeListProvider: 'NMFTA' });
    expect(
      (await landfall.dcsa('/arrival-notices', { body: JSON.stringify({ arrivalNotices: [other] }), key: partnerKeys.other })).feedback,
    ).toEqual([]);
    expect((await history('A'))?.versions.nodes).toHaveLength(2);
    expect((await history('A', 'EN'))?.versions.nodes).toHaveLength(1);
  });

  test('a repeat has no second effect, even with other formatting', async () => {
    const notice = noticeOf('A', '2026-03-02T13:05:00Z', { versionLabel: 'x', isElectronic: true });
    expect((await landfall.push(notice)).feedback).toEqual([]);
    expect((await landfall.push(notice, notice)).feedback).toEqual([]);
    const body = `{"arrivalNotices":[ {"isElectronic": true, "versionLabel":"x","typeLabel":"", "issueDateTime":"2026-03-02T14:05:00.000+01:00","transportDocumentReference":"A","transport":{"portOfDischarge":{"UNLocationCode":"BEANR"}}} ]}`;
    expect((await landfall.dcsa('/arrival-notices', { body })).feedback).toEqual([]);
    const { arrivalNoticeVersionLog } = await landfall.query<{ arrivalNoticeVersionLog: { events: unknown[] } }>(
      '{ arrivalNoticeVersionLog(after: "0") { events { cursor } } }',
    );
    expect(arrivalNoticeVersionLog.events).toHaveLength(1);
  });

  test('a null in place of an optional part of the identity counts as absent, with a remark', async () => {
    await landfall.push(noticeOf('A', '2026-03-02T13:05:00Z'));
    const { feedback } = await landfall.push(noticeOf('A', '2026-03-03T13:05:00Z', { typeLabel: null }));
    expect(feedback).toEqual([
      { severity: 'WARN', message: 'is null and treated as absent', propertyPath: '$.arrivalNotices[0].typeLabel' },
    ]);
    expect((await history('A'))?.versions.nodes).toHaveLength(2);
  });

  test('different content of a stored identity does not replace it: the first stays, the other is stored as a clash and reported', async () => {
    await landfall.push(noticeOf('A', '2026-03-02T13:05:00Z', { versionLabel: 'first' }));
    const answer = await landfall.push(noticeOf('A', '2026-03-02T13:05:00Z', { versionLabel: 'other' }));
    expect(answer.status).toBe(200);
    expect(answer.feedback).toEqual([
      {
        severity: 'WARN',
        message: expect.stringMatching(/The stored content is kept, and this content is stored as a clash/),
        propertyPath: '$.arrivalNotices[0]',
      },
    ]);
    const [version] = (await history('A'))?.versions.nodes ?? [];
    expect(version?.versionLabel).toBe('first');
    expect(version?.clashes.map(({ document }) => document['versionLabel'])).toEqual(['other']);
  });

  test('a reduced view neither clashes with the full one nor replaces it, in either order', async () => {
    const full = { charges: [{ chargeName: 'THC', currencyAmount: 240.5 }] };
    for (const [reference, views] of [
      ['A', [full, {}]],
      ['B', [{}, full]],
    ] as const) {
      for (const view of views) expect((await landfall.push(noticeOf(reference, '2026-03-02T13:05:00Z', view))).feedback).toEqual([]);
      expect((await history(reference))?.versions.nodes.map(({ charges, clashes }) => [charges, clashes])).toEqual([
        [[{ chargeName: 'THC' }], []],
      ]);
    }
  });
});

describe('objects of a list', () => {
  openForEachTest();

  test('are accepted or rejected individually, in a response of 200', async () => {
    const answer = await landfall.push(
      noticeOf('A', '2026-03-02T13:05:00Z'),
      { transportDocumentReference: 'B' },
      noticeOf('C', '2026-03-02T13:05:00Z'),
    );
    expect(answer.status).toBe(200);
    expect(answer.feedback).toEqual([
      { severity: 'ERROR', message: expect.stringMatching(/issueDateTime/), propertyPath: '$.arrivalNotices[1].issueDateTime' },
    ]);
    expect([await history('A'), await history('C')]).not.toContain(null);
  });

  test('of a carrier that is not one of the partner’s are rejected; those without a carrier are accepted', async () => {
    const body = JSON.stringify({
      arrivalNotices: [noticeOf('A', '2026-03-02T13:05:00Z', { carrierCode: 'ACME' }), noticeOf('B', '2026-03-02T13:05:00Z')],
    });
    const answer = await landfall.dcsa('/arrival-notices', { body, key: partnerKeys.other });
    expect(answer.feedback).toEqual([
      { severity: 'ERROR', message: expect.stringMatching(/ACME/), propertyPath: '$.arrivalNotices[0].carrierCode' },
    ]);
  });

  test('that violate the schema are stored unchanged and read if they have one meaning, and each violation is reported', async () => {
    const faulty = noticeOf('A', '2026-03-02T13:05:00Z', {
      isElectronic: 'perhaps',
      versionLabel: null,
      carrierCode: 'TOOLONG',
      freeTimes: [{ duration: '7' }],
    });
    const answer = await landfall.push(faulty);
    expect(answer.status).toBe(200);
    expect(answer.feedback.map(({ severity, propertyPath }) => [severity, propertyPath]).sort()).toEqual([
      ['WARN', '$.arrivalNotices[0].carrierCode'],
      ['WARN', '$.arrivalNotices[0].freeTimes[0].duration'],
      ['WARN', '$.arrivalNotices[0].isElectronic'],
      ['WARN', '$.arrivalNotices[0].versionLabel'],
    ]);
    const [version] = (await history('A'))?.versions.nodes ?? [];
    expect(version?.document).toEqual(faulty);
    expect(version?.violations).toHaveLength(4);
    const { arrivalNotices } = await landfall.query<{ arrivalNotices: { nodes: unknown[] } }>(
      '{ arrivalNotices { nodes { current { isElectronic carrierCode freeTimes { duration } } } } }',
    );
    expect(arrivalNotices.nodes).toEqual([{ current: { isElectronic: null, carrierCode: 'TOOLONG', freeTimes: [{ duration: 7 }] } }]);
  });

  test('have members that the standard does not name kept and answered with the nearest known name', async () => {
    const notice = noticeOf('A', '2026-03-02T13:05:00Z', {
      transport: {
        portOfDischarge: { unLocationCode: 'BEANR' },
        legs: [{ vesselVoyage: { vesselImoNumber: '9321483' } }],
      },
      vesselVoyage: [{ vesselName: 'FARM FISHER' }],
      freeTimes: [{ lastFreeDay: '2026-03-09' }],
    });
    const answer = await landfall.push(notice);
    expect(answer.status).toBe(200);
    const unknown = 'is not in the standard; it is kept and not read; the nearest known name is';
    const warn = (message: string, at: string) => ({ severity: 'WARN', message, propertyPath: `$.arrivalNotices[0]${at}` });
    expect(answer.feedback).toEqual([
      warn(`${unknown} UNLocationCode`, '.transport.portOfDischarge.unLocationCode'),
      warn(`${unknown} vesselIMONumber`, '.transport.legs[0].vesselVoyage.vesselImoNumber'),
      warn(`${unknown} vesselVoyage in $.transport.legs[*]`, '.vesselVoyage'),
      warn(`${unknown} lastFreeDate`, '.freeTimes[0].lastFreeDay'),
      warn('states neither port of discharge, ship nor date of arrival', ''),
    ]);
    const [version] = (await history('A'))?.versions.nodes ?? [];
    expect(version).toMatchObject({ document: notice, violations: [] });
  });

  test('with many unknown members have twenty of each object described, a hundred of the push, and the others counted', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`extra${index}`, index]));
    const { feedback } = await landfall.push(
      ...Array.from({ length: 10 }, (_, index) => noticeOf(`M${index}`, '2026-03-02T13:05:00Z', { ...unknown, isElectronic: 'yes' })),
    );
    expect(feedback.filter(({ propertyPath }) => propertyPath?.startsWith('$.arrivalNotices[0].extra'))).toHaveLength(20);
    expect(feedback).toHaveLength(101);
    expect(feedback.at(-1)).toEqual({ severity: 'WARN', message: '410 further remarks are omitted.' });
    const [version] = (await history('M9'))?.versions.nodes ?? [];
    expect(version?.violations.map(({ path }) => path)).toEqual(['$.isElectronic']);
  });

  test('with unknown codes, unknown attributes, `__proto__` and lone surrogates remain unchanged', async () => {
    const body = `{"arrivalNotices":[{"transportDocumentReference":"A\\ud800","issueDateTime":"2026-03-02T13:05:00Z","deliveryTypeAtDestination":"XYZ","x-extra":{"deep":[1.50,{}]},"__proto__":{"polluted":true}}]}`;
    const answer = await landfall.dcsa('/arrival-notices', { body });
    expect(answer.status).toBe(200);
    expect(answer.feedback.map(({ severity, propertyPath }) => [severity, propertyPath])).toEqual([
      ['WARN', "$.arrivalNotices[0]['x-extra']"],
      ['WARN', '$.arrivalNotices[0].__proto__'],
      ['WARN', '$.arrivalNotices[0]'],
    ]);
    const { arrivalNotices } = await landfall.query<{ arrivalNotices: { nodes: { current: { document: object } }[] } }>(
      '{ arrivalNotices { nodes { current { document deliveryTypeAtDestination } } } }',
    );
    expect(JSON.stringify(arrivalNotices.nodes[0]?.current.document)).toContain('"x-extra":{"deep":[1.5,{}]}');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test('may be a hundred thousand in one request if the limit allows it', async () => {
    await using large = await openLandfall({}, { pushLimits: { maxObjects: 100_000 } });
    const answer = await large.push(...Array.from({ length: 100_000 }, () => 0));
    expect(answer.status).toBe(200);
    expect(answer.feedback).toHaveLength(101);
    expect(answer.feedback.at(-1)).toEqual({ severity: 'ERROR', message: '99900 further objects were not accepted.' });
  });
});

describe('objects of a list without an identity', () => {
  openForAllTests();

  test.each([
    [{ issueDateTime: '2026-03-02T13:05:00Z' }, '.transportDocumentReference'],
    [{ issueDateTime: '2026-03-02T13:05:00Z', transportDocumentReference: null }, '.transportDocumentReference'],
    [{ issueDateTime: '2026-03-02T13:05:00Z', transportDocumentReference: 'x'.repeat(101) }, '.transportDocumentReference'],
    [noticeOf('A', '2026-03-02T13:05:00'), '.issueDateTime'],
    [noticeOf('A', '07/08/26'), '.issueDateTime'],
    [noticeOf('A', '2026-03-02T13:05:00Z', { typeLabel: 7 }), '.typeLabel'],
    [noticeOf('A', '2026-03-02T13:05:00Z', { typeLabel: 'x'.repeat(1_001) }), '.typeLabel'],
    [null, ''],
    ['text', ''],
    [[], ''],
  ])('get an ERROR with their path: %j', async (notice, at) => {
    const answer = await landfall.push(notice);
    expect(answer.status).toBe(200);
    expect(answer.feedback).toEqual([
      { severity: 'ERROR', message: expect.stringMatching(/^Not accepted/), propertyPath: `$.arrivalNotices[0]${at}` },
    ]);
    expect(await history('A')).toBeNull();
  });
});

describe('an embedded file', () => {
  openForEachTest();

  test('is stored next to the version, served decoded, and returned as Base64 on request', async () => {
    const pdf = Buffer.from('%PDF-1.4 tiny');
    const visualization = { name: 'notice.pdf', content: pdf.toString('base64'), contentType: 'application/pdf' };
    await landfall.push(noticeOf('A', '2026-03-02T13:05:00Z', { arrivalNoticeVisualization: visualization }));
    const [version] = (await history('A'))?.versions.nodes ?? [];
    expect(version?.visualization).toMatchObject({
      byteLength: pdf.length,
      contentType: 'application/pdf',
      name: 'notice.pdf',
      content: visualization.content,
    });
    expect(version?.document['arrivalNoticeVisualization']).toEqual({ ...visualization, content: '' });
    const file = await fetch(new URL(version?.visualization?.url ?? '', `${landfall.url}/graphql`));
    expect(file.headers.get('content-type')).toBe('application/pdf');
    expect(Buffer.from(await file.arrayBuffer())).toEqual(pdf);
  });
});

const body = JSON.stringify({ arrivalNotices: [noticeOf('A', '2026-03-02T13:05:00Z', { versionLabel: 'ü' })] });

describe('headers', () => {
  openForAllTests();

  test.each([
    ['application/json; charset=UTF-8', '1.0.1'],
    ['Application/JSON;charset="utf-8"', '1'],
    ['application/json', '1.0.0-beta'],
  ])('%s with API-Version %s is accepted', async (contentType, version) => {
    const answer = await landfall.dcsa('/arrival-notices', { body, headers: { 'content-type': contentType, 'API-Version': version } });
    expect([answer.status, answer.headers.get('api-version'), answer.feedback]).toEqual([200, '1.0.1', []]);
  });
});

describe('ways of sending', () => {
  openForEachTest();

  test('gzip is decompressed', async () => {
    const answer = await landfall.dcsa('/arrival-notices', { body: gzipSync(body), headers: { 'content-encoding': 'gzip' } });
    expect(answer.status).toBe(200);
    expect((await history('A'))?.current.versionLabel).toBe('ü');
  });

  test('an offered upgrade to h2c is answered as HTTP/1.1, and the connection continues', async () => {
    const request = (extra: string) =>
      `POST /dcsa/arrival-notices HTTP/1.1\r\nHost: x\r\nx-api-key: ${partnerKeys.acme}\r\n${extra}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
    const h2c = request('Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n');
    const answers = await rawExchange(landfall.port, `${h2c}${request('')}`, { answers: 2 });
    expect(answers.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
    expect(await history('A')).not.toBeNull();
  });

  test('Expect: 100-continue is continued', async () => {
    const head = `POST /dcsa/arrival-notices HTTP/1.1\r\nHost: x\r\nx-api-key: ${partnerKeys.acme}\r\nExpect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
    const answers = await rawExchange(landfall.port, head, { afterContinue: body });
    expect(answers).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/);
  });
});

describe('notifications', () => {
  openForEachTest();

  test('are stored as events about a notice and found by their attributes', async () => {
    const notification = {
      transportDocumentReference: 'A',
      issueDateTime: '2026-03-02T13:05:00Z',
      equipmentReferences: ['FARU1000027'],
      portOfDischarge: { UNLocationCode: 'BEANR' },
    };
    const body = JSON.stringify({ arrivalNoticeNotifications: [notification, { ...notification, issueDateTime: 'soon' }] });
    const answer = await landfall.dcsa('/arrival-notice-notifications', { body });
    expect(answer.feedback.map(({ propertyPath }) => propertyPath)).toEqual(['$.arrivalNoticeNotifications[1].issueDateTime']);
    const query =
      '{ arrivalNoticeNotifications(filter: { equipmentReferences: ["faru1000027"] }) { nodes { transportDocumentReference receivedBy announces { id } notice { id } } } }';
    const sendQuery = () => landfall.query<{ arrivalNoticeNotifications: { nodes: { announces: unknown; notice: unknown }[] } }>(query);
    expect((await sendQuery()).arrivalNoticeNotifications.nodes).toEqual([
      { transportDocumentReference: 'A', receivedBy: 'PUSH', announces: null, notice: null },
    ]);
    await landfall.push(noticeOf('A', '2026-03-02T14:05:00+01:00'));
    expect((await sendQuery()).arrivalNoticeNotifications.nodes[0]?.announces).not.toBeNull();
  });
});
