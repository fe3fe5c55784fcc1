import { portCallFilters } from '@landfall/dcsa/filters.ts';
import { expect, it } from 'vitest';
import { type EventsEndpoint, type EventsQuery, requestUrlOf } from './request-urls.ts';

const endpoint: EventsEndpoint = {
  baseUrl: 'https://api.acme.example/jit',
  version: '2.0.0',
  versionHeader: 'full',
  filters: [...portCallFilters],
  maxReferences: 50,
  listStyle: 'comma',
  paging: true,
  pageSize: 0,
  quirks: [],
};

it('sends each filter of the standard by its own name, encoded', () => {
  const query: EventsQuery = Object.fromEntries(portCallFilters.map((name) => [name, `${name} & +1:00`]));
  const { url, leftOut } = requestUrlOf(endpoint, query);
  expect(leftOut).toEqual([]);
  expect(Object.fromEntries(new URL(url).searchParams)).toEqual(query);
  expect(url).toContain('?UNLocationCode=UNLocationCode%20%26%20%2B1%3A00&');
});

it('requests all rows without conditions', () => {
  expect(requestUrlOf(endpoint, {})).toEqual({ url: 'https://api.acme.example/jit/events', leftOut: [] });
});

it('omits conditions that the partner does not process, and reports them', () => {
  expect(requestUrlOf({ ...endpoint, filters: ['portCallID'] }, { portCallID: 'A', vesselName: 'COFFEE STAR' })).toEqual({
    url: 'https://api.acme.example/jit/events?portCallID=A',
    leftOut: ['vesselName'],
  });
});
