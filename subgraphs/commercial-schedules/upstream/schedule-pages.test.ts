import { expect, it } from 'vitest';
import type { SendResponse } from '#platform/upstream/send.ts';
import { parsedPartner } from '../../../test/support/parsed-partner.ts';
import { maxRowDepth } from '../wire/parse.ts';
import { scheduleReaders } from './schedule-pages.ts';

const partner = parsedPartner('id: acme\nname: Acme\ncommercialSchedules: { baseUrl: "https://acme.example/v1" }\n');
const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const read = (...rows: string[]) => {
  const body = Buffer.from(`[${rows.join()}]`);
  const response: Partial<SendResponse> = { status: 200, headers: {}, body };
  return scheduleReaders(partner).read(response as SendResponse, false);
};

it.each([maxRowDepth + 1, 45_000])('a row of %i levels is not parsed, and the other rows are', async (levels) => {
  const { objects } = await read('{"b":1}', nested(levels), '{"c":2}');
  expect(objects.map(({ value }) => value)).toEqual([{ b: 1 }, null, { c: 2 }]);
});

it('a row with the maximum number of levels is parsed', async () => {
  const { objects } = await read(nested(maxRowDepth));
  expect(objects.map(({ value }) => JSON.stringify(value))).toEqual([nested(maxRowDepth)]);
});
