import { portCallFilters } from '@landfall/dcsa/filters.ts';
import { expect, it } from 'vitest';
import { parsedPartner } from '../../../test/support/parsed-partner.ts';
import { type EventsQuery, eventsRequest } from './request-urls.ts';

const partner = parsedPartner('{ id: acme, name: Acme, portCalls: { baseUrl: "https://api.acme.example/jit" } }');
const endpoint = partner.portCalls ?? expect.fail('no endpoint');
const requestUrlOf = (portCalls: typeof endpoint, query: EventsQuery) => {
  const { urls, leftOut } = eventsRequest({ ...partner, portCalls }, query);
  expect(urls).toHaveLength(1);
  return { url: urls[0] ?? '', leftOut };
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
