import { expect, it } from 'vitest';
import { refusedPartnerRequestOf } from './observed-capabilities.ts';

const url = 'https://acme.example/v1/vessel-schedules?vesselName=COFFEE%20STAR&vesselIMONumber=9321483&limit=20';
const filters = ['vesselIMONumber', 'vesselName'];

it.each([
  ['a property of Commercial Schedules', { errors: [{ property: 'vesselName', errorCodeText: 'invalidQuery' }] }],
  ['its message', { errors: [{ errorCodeMessage: 'We do not know "vesselName".' }] }],
  ['feedback', { feedbackElements: [{ severity: 'ERROR', message: 'Query parameter vesselName is not supported' }] }],
])('finds the filter that an error body names: %s', (_what, body) => {
  expect(refusedPartnerRequestOf(url, Buffer.from(JSON.stringify(body)))).toEqual({ filters, namedFilters: ['vesselName'] });
});

it.each([
  ['the URL of the question', { requestUri: url, errors: [{ errorCodeText: 'invalidQuery' }] }],
  ['other words', { feedbackElements: [{ message: 'myvesselName' }, null, 7, { message: 1 }] }],
  ['something that is not ours', { errors: [{ property: 'colour' }] }],
  ['no list', { errors: 'vesselName' }],
])('finds none in %s', (_what, body) => {
  expect(refusedPartnerRequestOf(url, Buffer.from(JSON.stringify(body)))).toEqual({ filters, namedFilters: [] });
});

it('finds none in a body that is not JSON, or larger than any error body', () => {
  const large = JSON.stringify({ errors: [{ property: 'vesselName' }], rest: 'x'.repeat(70_000) });
  for (const body of ['<h1>vesselName</h1>', '', 'null', large]) {
    expect(refusedPartnerRequestOf(url, Buffer.from(body))).toEqual({ filters, namedFilters: [] });
  }
});

it('finds no refused filter in a request with a cursor or without filters', () => {
  expect(refusedPartnerRequestOf(`${url}&cursor=one`, Buffer.alloc(0))).toBeUndefined();
  expect(refusedPartnerRequestOf('https://acme.example/events?limit=20', Buffer.alloc(0))).toBeUndefined();
});
