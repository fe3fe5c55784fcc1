import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AnswerContext, outcomeOfAnswer } from './send-delivery.ts';

const now = Date.UTC(2026, 2, 2, 13, 5);
const host = 'in.acme.example';
const context: AnswerContext = {
  url: `https://${host}/an`,
  listName: 'arrivalNotices',
  now,
  redact: (text) => text.replaceAll('hunter2', '[redacted]'),
};

const judge = (status: number, { body = '', retryAfter }: { body?: unknown; retryAfter?: string } = {}) => {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  return outcomeOfAnswer({ status, headers: { 'retry-after': retryAfter }, body: bytes }, context);
};
const refusedBy = (feedbackElements: unknown, status = 200) => {
  const outcome = judge(status, { body: { feedbackElements } });
  if (outcome.kind !== 'DELIVERED') throw new Error(outcome.kind);
  return outcome.refused;
};

describe('a status', () => {
  it.each([200, 201, 202, 204, 299])('%i means delivered', (status) => {
    expect(judge(status)).toEqual({ kind: 'DELIVERED', refused: [] });
  });

  it.each([
    [301, 'redirects, which is not followed'],
    [302, 'redirects, which is not followed'],
    [304, 'redirects, which is not followed'],
    [308, 'redirects, which is not followed'],
    [401, 'rejected the credential'],
    [403, 'rejected the credential'],
    [404, 'has no resource at this address'],
    [405, 'does not accept the method at this address'],
    [410, 'no longer accepts requests at this address'],
  ])('%i stops all deliveries to the address', (status, what) => {
    expect(judge(status)).toEqual({ kind: 'PAUSE', error: { code: 'UPSTREAM_REJECTED', message: `${host} ${what} (${status}).` } });
  });

  it('403 about a quota is a pause, as 429 is', () => {
    const error = { code: 'UPSTREAM_BUSY', message: `${host} limits the request rate (403).` };
    const expected = { kind: 'RETRY', error, isOutage: true, maybeDelivered: false };
    expect(judge(403, { body: 'Over Quota' })).toEqual(expected);
    expect(judge(403, { retryAfter: '7' })).toEqual({ ...expected, retryAfterMs: 7_000 });
  });

  it.each([
    [400, 'rejected the request'],
    [406, 'rejected the request'],
    [409, 'rejected the request'],
    [413, 'rejected the request as too large'],
    [415, 'rejected the request'],
    [422, 'rejected the request'],
    [451, 'rejected the request'],
    [499, 'rejected the request'],
  ])('%i is about the message, which is never sent again unchanged', (status, what) => {
    expect(judge(status)).toEqual({ kind: 'REFUSED', error: { code: 'UPSTREAM_REJECTED', message: `${host} ${what} (${status}).` } });
  });

  it.each([
    [408, 'UPSTREAM_TIMEOUT', 'timed out', true],
    [425, 'UPSTREAM_BUSY', 'limits the request rate', true],
    [429, 'UPSTREAM_BUSY', 'limits the request rate', true],
    [502, 'UPSTREAM_UNREACHABLE', 'failed', true],
    [503, 'UPSTREAM_UNREACHABLE', 'failed', true],
    [504, 'UPSTREAM_TIMEOUT', 'timed out', true],
    [500, 'UPSTREAM_UNREACHABLE', 'failed', false],
    [501, 'UPSTREAM_UNREACHABLE', 'failed', false],
    [505, 'UPSTREAM_UNREACHABLE', 'failed', false],
    [599, 'UPSTREAM_UNREACHABLE', 'failed', false],
  ])('%i may be temporary, and the message was not processed', (status, code, what, isOutage) => {
    expect(judge(status)).toEqual({
      kind: 'RETRY',
      error: { code, message: `${host} ${what} (${status}).` },
      isOutage,
      maybeDelivered: false,
      retryAfterMs: undefined,
    });
  });
});

describe('Retry-After', () => {
  it.each([
    [429, '7', 7_000],
    [503, '7', 7_000],
    [503, new Date(now + 90_000).toUTCString(), 90_000],
    [429, new Date(now - 90_000).toUTCString(), 0],
    [429, 'soon', undefined],
    [429, '7200', 7_200_000],
    [429, '99999999999999999999', 86_400_000],
    [500, '7', undefined],
    [502, '7', undefined],
  ])('of a %i, %s', (status, retryAfter, retryAfterMs) => {
    expect(judge(status, { retryAfter })).toMatchObject({ kind: 'RETRY', retryAfterMs });
  });
});

describe('feedback', () => {
  it.each([
    ['nothing', ''],
    ['no JSON', '<html>thanks</html>'],
    ['half of it', '{"feedbackElements":[{"severity":"ERROR"'],
    ['no UTF-8', Buffer.from('{"feedbackElements":[{"severity":"ERROR","message":"\xff"}]}', 'latin1')],
    ['null', 'null'],
    ['a list', '[{"severity":"ERROR"}]'],
    ['an object without it', '{}'],
    ['a text for it', '{"feedbackElements":"ERROR"}'],
    ['wrong elements', '{"feedbackElements":[null,7,"ERROR",[],{},{"severity":{"toString":7},"propertyPath":{"toString":7}}]}'],
  ])('that is %s refuses nothing', (_what, body) => {
    expect(judge(200, { body })).toEqual({ kind: 'DELIVERED', refused: [] });
  });

  it('of severity ERROR refuses the object that it names; any other severity refuses nothing', () => {
    const elements = ['INFO', 'WARN', 'FATAL', 'error', undefined, 'ERROR'].map((severity, index) => ({
      severity,
      message: `no ${index}`,
      propertyPath: `$.arrivalNotices[${index}]`,
    }));
    expect(refusedBy(elements)).toEqual([{ index: 5, message: 'no 5' }]);
    expect(refusedBy(elements, 202)).toEqual([{ index: 5, message: 'no 5' }]);
  });

  it('may be in any order and repeat an object; the first element for each object counts', () => {
    const error = (index: number, message: string) => ({ severity: 'ERROR', message, propertyPath: `$.arrivalNotices[${index}].x` });
    expect(refusedBy([error(2, 'a'), error(0, 'b'), error(2, 'c')])).toEqual([
      { index: 2, message: 'a' },
      { index: 0, message: 'b' },
    ]);
  });

  it.each([
    ['$.arrivalNotices[3]', 3],
    ['$.arrivalNotices[12].transport.legs[4].vesselVoyage', 12],
    ["$['arrivalNotices'][3]['transport']", 3],
    ['$["arrivalNotices"][3]', 3],
    ['arrivalNotices[3].charges', 3],
    ['$.arrivalNotices', undefined],
    ['$', undefined],
    ['', undefined],
    ['$.events[3]', undefined],
    ['$.arrivalNotices[-1]', undefined],
    ['$.arrivalNotices[1e3]', undefined],
    ['$.arrivalNotices[9999999999]', undefined],
    ['$.transport.arrivalNotices[3]', undefined],
    [undefined, undefined],
    [7, undefined],
  ])('at %s concerns object %s', (propertyPath, index) => {
    expect(refusedBy([{ severity: 'ERROR', message: 'no', propertyPath }])).toEqual([{ index, message: 'no' }]);
  });

  it.each([[undefined], [''], [' '], [7], [null]])('of severity ERROR counts without a message, too: %j', (message) => {
    expect(refusedBy([{ severity: 'ERROR', message }])).toEqual([
      { index: undefined, message: 'The partner rejected the content without a message.' },
    ]);
  });

  it('is cut to 500 characters, without our credential and without half a character', () => {
    const [{ message } = { message: '' }] = refusedBy([{ severity: 'ERROR', message: `hunter2 ${'🚢'.repeat(10_000)}` }]);
    expect(message).toBe(`[redacted] ${'🚢'.repeat(489)}`);
    const [atTheCut] = refusedBy([{ severity: 'ERROR', message: `${'x'.repeat(497)}hunter2` }]);
    expect(atTheCut?.message).toBe(`${'x'.repeat(497)}[re`);
    expect(refusedBy([{ severity: 'ERROR', message: 'a\ud800' }])).toEqual([{ index: undefined, message: 'a\ufffd' }]);
  });

  it('is read up to a maximum number of elements', () => {
    const elements = Array.from({ length: 5_000 }, (_, index) => ({ severity: 'ERROR', propertyPath: `$.arrivalNotices[${index}]` }));
    expect(refusedBy(elements)).toHaveLength(1_000);
  });
});

it('an error never contains text of a subscriber, whatever it answers', () => {
  const mark = 'XYZZY';
  const body = fc.oneof(
    fc.string().map((text) => `${mark}${text}`),
    fc
      .record({ severity: fc.constantFrom('ERROR', 'WARN', mark), message: fc.constant(mark), propertyPath: fc.constant(`$.${mark}[0]`) })
      .map((element) => JSON.stringify({ feedbackElements: [element], [mark]: mark })),
  );
  fc.assert(
    fc.property(
      fc.integer({ min: 200, max: 999 }),
      body,
      fc.option(fc.constantFrom(mark, `7 ${mark}`, '7')),
      (status, text, retryAfter) => {
        const outcome = judge(status, { body: text, ...(retryAfter === null ? {} : { retryAfter }) });
        if (outcome.kind !== 'DELIVERED') expect(JSON.stringify(outcome)).not.toContain(mark);
      },
    ),
  );
});
