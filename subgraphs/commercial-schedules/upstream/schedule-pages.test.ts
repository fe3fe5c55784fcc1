import { expect, it } from 'vitest';
import { readList } from '#platform/upstream/read-list.ts';
import type { SendResponse } from '#platform/upstream/send.ts';
import { parsedPartner } from '../../../test/support/parsed-partner.ts';
import { maxRowDepth } from '../wire/parse.ts';

const partner = parsedPartner('id: acme\nname: Acme\ncommercialSchedules: { baseUrl: "https://acme.example/v1" }\n');
const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const read = (...rows: string[]) => {
  const response: Partial<SendResponse> = { status: 200, headers: {}, body: Buffer.from(`[${rows.join()}]`) };
  return readList(response as SendResponse, partner, { maxRowDepth });
};

it.each([maxRowDepth + 1, 45_000])('a row of %i levels is not parsed, and the other rows are', async (levels) => {
  expect((await read('{"b":1}', nested(levels), '{"c":2}')).objects).toEqual([{ b: 1 }, null, { c: 2 }]);
});

it('a row with the maximum number of levels is parsed', async () => {
  expect((await read(nested(maxRowDepth))).objects.map((row) => JSON.stringify(row))).toEqual([nested(maxRowDepth)]);
});
