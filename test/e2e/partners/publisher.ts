import { readListParameter } from '@landfall/dcsa/feedback.ts';
import { isDay } from '@landfall/dcsa/instant.ts';
import { textAt } from '@landfall/dcsa/wire-values.ts';
import type { Partner } from '#platform/partners/partner.ts';
import { type FakePartner, openFakePartner, type RecordedRequest, type ScriptedAnswer } from '../../support/fake-partner.ts';
import { parsedPartner } from '../../support/parsed-partner.ts';

/** The `x-api-key` that it requires. */
export const publisherKey = 'key-of-landfall-at-acme';

/** Changes an answer; returns undefined to leave it unchanged. */
export type Fault = (request: RecordedRequest, answer: ScriptedAnswer) => ScriptedAnswer | undefined;

/** Notices of six documents, two ports and six days. Arrival Notice 1.0.1. */
const notices = Array.from({ length: 6 }, (_, number) => ({
  issueDateTime: '2026-03-02T14:05:00+01:00',
  transportDocumentReference: `ACME00010${number}`,
  transport: {
    portOfDischarge: { UNLocationCode: number % 2 === 0 ? 'NLRTM' : 'BEANR' },
    portOfDischargeArrivalDate: { value: `2026-03-1${number}`, classifier: 'EST' },
  },
}));

/** The filters that it applies. */
const filters = [
  'transportDocumentReferences',
  'portOfDischarge',
  'portOfDischargeArrivalDateMin',
  'portOfDischargeArrivalDateMax',
] as const;
const maxReferences = 50;

/** Opens a Publisher of arrival notices over real HTTP that conforms exactly, except for one fault. */
export async function openPublisher(fault: Fault = () => undefined): Promise<FakePartner> {
  return openFakePartner({
    otherwise: (request) => {
      const answer = answerTo(request);
      return fault(request, answer) ?? answer;
    },
  });
}

/**
 * Returns the partner described by its file. @param lines further lines of the file, such as ` paging: false` for its
 * arrival notices
 */
export function partnerAt(url: string, lines: readonly string[] = []): Partner {
  return parsedPartner(partnerFileAt(url, lines));
}

/** Returns its file. */
export function partnerFileAt(url: string, lines: readonly string[] = []): string {
  return [
    'id: acme',
    'name: ACME Line',
    'allowPrivate: true',
    'limits: { requestsPerSecond: 1000 }',
    `outbound: { apiKey: { header: x-api-key, value: ${publisherKey} } }`,
    'arrivalNotices:',
    `  baseUrl: ${url}/an`,
    ...(lines.some((line) => line.trim().startsWith('filters:')) ? [] : [`  filters: [${filters.join(', ')}]`]),
    ...lines,
  ].join('\n');
}

/** Returns its answer without the fault. */
export function answerTo({ url, query, headers }: RecordedRequest): ScriptedAnswer {
  if (!/^\/an\/arrival-notices(\?|$)/.test(url)) return refusal(404, 'The path does not exist.');
  if (headers['x-api-key'] !== publisherKey) return refusal(401, 'Who are you?');
  const reason = faultOf(query);
  if (reason !== undefined) return refusal(400, reason);
  const known: readonly string[] = [...filters, 'limit', 'cursor'];
  const unknown = [...query.keys()].filter((name) => !known.includes(name));
  const found = notices.filter((notice) => satisfies(notice, query));
  const [start, size] = [Number(query.get('cursor') ?? 0), Number(query.get('limit') ?? 100)];
  const next = start + size < found.length ? { 'next-page-cursor': String(start + size) } : {};
  const feedbackElements = unknown.map((name) => ({ severity: 'WARN', message: `${name} is unknown and was ignored.` }));
  return { headers: { 'api-version': '1.0.1', ...next }, body: { arrivalNotices: found.slice(start, start + size), feedbackElements } };
}

function refusal(status: number, message: string): ScriptedAnswer {
  return { status, headers: { 'api-version': '1.0.1' }, body: { feedbackElements: [{ severity: 'ERROR', message }] } };
}

function faultOf(query: URLSearchParams): string | undefined {
  const [min, max] = ['Min', 'Max'].map((bound) => query.get(`portOfDischargeArrivalDate${bound}`) ?? undefined);
  if ([min, max].some((day) => day !== undefined && !isDay(day))) return 'A date is none.';
  if (min !== undefined && max !== undefined && min > max) return 'The range ends before it begins.';
  if (query.has('limit') && !/^[1-9]\d*$/.test(query.get('limit') ?? '')) return 'limit is no whole number of at least 1.';
  const count = readListParameter(query, 'transportDocumentReferences')?.length ?? 0;
  return count > maxReferences ? `At most ${maxReferences} references.` : undefined;
}

function satisfies(notice: object, query: URLSearchParams): boolean {
  const references = readListParameter(query, 'transportDocumentReferences');
  const port = query.get('portOfDischarge');
  const day = textAt(notice, 'transport', 'portOfDischargeArrivalDate', 'value') ?? '';
  return (
    (references === undefined || references.includes(textAt(notice, 'transportDocumentReference') ?? '')) &&
    (port === null || port === textAt(notice, 'transport', 'portOfDischarge', 'UNLocationCode')) &&
    day >= (query.get('portOfDischargeArrivalDateMin') ?? '') &&
    day <= (query.get('portOfDischargeArrivalDateMax') ?? '9999')
  );
}
