import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type OpenLandfall, openLandfall } from '../../support/open-landfall.ts';
import { type BothWays, openBothWays } from './both-ways.ts';

const [mongodbUrl, redisUrl] = [inject('mongodbUrl'), inject('redisUrl')];

let served = '';
const audits = serverAudits({ url: () => `${served}/graphql`, fetchFn: fetch });

/** Each audit is a sentence of the specification of GraphQL over HTTP. */
function expectAudits(urlOf: () => string): void {
  test.each(audits.map(({ name, fn }) => [name, fn] as const))('%s', async (_name, audit) => {
    served = urlOf();
    const { status, ...reason } = await audit();
    expect({ status, reason: 'reason' in reason ? reason.reason : undefined }).toEqual({ status: 'ok', reason: undefined });
  });
}

describe('GraphQL over HTTP, by a single process', () => {
  let landfall: OpenLandfall;
  beforeAll(async () => {
    landfall = await openLandfall();
  });
  afterAll(() => landfall[Symbol.asyncDispose]());
  expectAudits(() => landfall.url);
});

describe.runIf(mongodbUrl && redisUrl)('GraphQL over HTTP, by the gateway of a distributed deployment', () => {
  let ways: BothWays;
  beforeAll(async () => {
    ways = await openBothWays({ mongodbUrl: mongodbUrl ?? '', redisUrl: redisUrl ?? '' });
  });
  afterAll(() => ways[Symbol.asyncDispose]());
  expectAudits(() => ways.apart.url);
});
