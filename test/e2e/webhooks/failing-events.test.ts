import { print } from 'graphql';
import { describe, expect, test } from 'vitest';
import { openCaller } from '#platform/access/entitlement.ts';
import { StoreUnavailableError } from '#platform/errors.ts';
import type { Engine } from '#platform/graphql/engine.ts';
import { createLogger } from '#platform/logger.ts';
import { openCompiledEngine } from '../../../gateway/engines/compiled.ts';
import { createEventWriter } from '../../../subgraphs/arrivals/webhooks/event-writer.ts';
import { createTestBus } from '../gateway/open-gateway.ts';
import { createSampleSubgraph, cursorOf, type SampleVersion, supergraph } from '../gateway/sample-subgraph.ts';

const document = 'subscription { e: arrivalNoticeVersionReceived { cursor version { id document } } }';
const logger = createLogger('silent');
/** A document of which no result can be created, however often it is tried. */
const poison = {
  toJSON: () => {
    throw new Error('secret of the store');
  },
};
const internal = { message: 'An internal error occurred.', extensions: { code: 'INTERNAL' } };

/** How operations that read the contents of events fail. Their cursors can be read. */
const faults: Readonly<Record<string, Engine['execute']>> = {
  'the whole answer is an internal error': async () => ({ data: null, errors: [internal] }),
  'the engine throws': async () => {
    throw new Error('secret of the engine');
  },
};

async function openWriter(versions: readonly SampleVersion[], fault?: Engine['execute']) {
  const subgraph = createSampleSubgraph(createTestBus());
  subgraph.append(...versions);
  const engine = openCompiledEngine({ supergraph, subgraphs: [subgraph], logger });
  const execute: Engine['execute'] = (request) =>
    fault !== undefined && print(request.operation.document).includes('document') ? fault(request) : engine.execute(request);
  const signer = {
    sign: (_scope: string, position: string) => cursorOf(Number(position)),
    open: (_: string, cursor: string) => cursor.slice(1),
  };
  const createWriter = createEventWriter({ engine: Promise.resolve({ schema: engine.schema, execute }), signer, logger });
  const write = createWriter('arrival-notice-versions', { webhook: { document }, caller: openCaller } as never);
  return {
    subgraph,
    /** Returns the body of the event with this number. */
    write: async (sequence: number) => JSON.parse(`${await write({ sequence } as never)}`),
    [Symbol.asyncDispose]: () => engine[Symbol.asyncDispose](),
  };
}

const failedEventOf = (number: number) => ({
  errors: [{ message: 'An internal error occurred.', path: ['e'], extensions: { code: 'INTERNAL', requestId: expect.any(String) } }],
  data: { e: { cursor: cursorOf(number), version: null } },
});

describe('an event whose message can never be created', () => {
  test.each(Object.entries(faults))('is sent with its cursor, null and the error: %s', async (_name, fault) => {
    await using writer = await openWriter([{ reference: 'A' }, { reference: 'B' }], fault);
    expect(await writer.write(1)).toMatchObject(failedEventOf(1));
    expect(await writer.write(2)).toMatchObject(failedEventOf(2));
  });

  test('does not change the messages of events that are read together with it', async () => {
    await using writer = await openWriter([
      { reference: 'A' },
      { reference: 'B' },
      { reference: 'C', document: poison },
      { reference: 'D' },
    ]);
    expect(await writer.write(1)).toEqual({ data: { e: { cursor: 'c1', version: { id: 'version-1', document: null } } } });
    // From the second event on, the following ones are read with it.
    expect(await writer.write(2)).toEqual({ data: { e: { cursor: 'c2', version: { id: 'version-2', document: null } } } });
    expect(await writer.write(3)).toEqual(failedEventOf(3));
    expect(await writer.write(4)).toEqual({ data: { e: { cursor: 'c4', version: { id: 'version-4', document: null } } } });
  });

  test('is not sent while the log cannot be read, but later', async () => {
    await using writer = await openWriter([{ reference: 'A' }]);
    writer.subgraph.failWith(new Error('secret of the store'));
    await expect(writer.write(1)).rejects.toThrow(StoreUnavailableError);
    writer.subgraph.failWith(undefined);
    expect(await writer.write(1)).toEqual({ data: { e: { cursor: 'c1', version: { id: 'version-1', document: null } } } });
  });
});
