import { expect, it } from 'vitest';
import { parsedPartner } from '../../../test/support/parsed-partner.ts';
import { type ArrivalNoticesQuery, arrivalNoticesRequest } from './request-urls.ts';

const partner = parsedPartner('{ id: acme, name: Acme, arrivalNotices: { baseUrl: "https://api.acme.example/an", maxReferences: 2 } }');
const endpoint = partner.arrivalNotices ?? expect.fail('no endpoint');
const requestUrlsOf = (arrivalNotices: typeof endpoint, query: ArrivalNoticesQuery) =>
  arrivalNoticesRequest({ ...partner, arrivalNotices }, query);

it('sends exactly 2 requests for 100 references to a partner with at most 50', () => {
  const references = Array.from({ length: 100 }, (_, number) => `FARM${number}`);
  const { urls } = requestUrlsOf({ ...endpoint, maxReferences: 50 }, { transportDocumentReferences: references });
  expect(urls).toHaveLength(2);
  expect(urls.flatMap((url) => new URL(url).searchParams.get('transportDocumentReferences')?.split(','))).toEqual(references);
});

it('writes a list with unencoded commas or as repeated parameters, with each value encoded', () => {
  const query = { transportDocumentReferences: ['A/1', 'B 2'] };
  expect(requestUrlsOf(endpoint, query).urls).toEqual([
    'https://api.acme.example/an/arrival-notices?transportDocumentReferences=A%2F1,B%202',
  ]);
  expect(requestUrlsOf({ ...endpoint, listStyle: 'repeat' }, query).urls).toEqual([
    'https://api.acme.example/an/arrival-notices?transportDocumentReferences=A%2F1&transportDocumentReferences=B%202',
  ]);
});

it('combines each chunk of one list with each chunk of the other', () => {
  const { urls } = requestUrlsOf(endpoint, { transportDocumentReferences: ['A', 'B', 'C'], equipmentReferences: ['X', 'Y', 'Z'] });
  expect(urls.map((url) => new URL(url).search)).toEqual([
    '?transportDocumentReferences=A,B&equipmentReferences=X,Y',
    '?transportDocumentReferences=A,B&equipmentReferences=Z',
    '?transportDocumentReferences=C&equipmentReferences=X,Y',
    '?transportDocumentReferences=C&equipmentReferences=Z',
  ]);
});

it('sends no request for an empty list, and requests all rows without conditions', () => {
  expect(requestUrlsOf(endpoint, { transportDocumentReferences: [] }).urls).toEqual([]);
  expect(requestUrlsOf(endpoint, { transportDocumentReferences: [''] }).urls).toEqual([]);
  expect(requestUrlsOf(endpoint, {}).urls).toEqual(['https://api.acme.example/an/arrival-notices']);
});

it('sends each reference once', () => {
  expect(requestUrlsOf(endpoint, { equipmentReferences: ['X', 'X', 'X'] }).urls).toEqual([
    'https://api.acme.example/an/arrival-notices?equipmentReferences=X',
  ]);
});

it('omits conditions that the partner does not process, and reports them', () => {
  const { urls, leftOut } = requestUrlsOf(
    { ...endpoint, filters: ['transportDocumentReferences', 'portOfDischarge'] },
    { transportDocumentReferences: ['A'], portOfDischarge: 'BEANR', vesselName: 'COFFEE STAR', removeCharges: true },
  );
  expect(urls).toEqual(['https://api.acme.example/an/arrival-notices?transportDocumentReferences=A&portOfDischarge=BEANR']);
  expect(leftOut).toEqual(['vesselName', 'removeCharges']);
});

it('sends content controls, including those that are false', () => {
  expect(requestUrlsOf(endpoint, { includeVisualization: false, removeCharges: true }).urls).toEqual([
    'https://api.acme.example/an/arrival-notices?includeVisualization=false&removeCharges=true',
  ]);
});
