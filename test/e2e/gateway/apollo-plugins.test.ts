import type { ApolloServerPlugin } from '@apollo/server';
import { GraphQLError } from 'graphql';
import { describe, expect, it } from 'vitest';
import { openGateway } from './open-gateway.ts';
import { openSocket } from './socket-client.ts';

/** A plugin that records the phases of each request, with what it reads in them. */
function recordingPlugin(): { readonly phases: string[]; readonly plugin: ApolloServerPlugin } {
  const phases: string[] = [];
  const plugin: ApolloServerPlugin = {
    requestDidStart: async ({ request }) => {
      phases.push(`requestDidStart ${request.http?.method} ${request.http?.headers.get('x-team')}`);
      return {
        didResolveSource: async ({ source }) => void phases.push(`didResolveSource ${source}`),
        parsingDidStart: async () => void phases.push('parsingDidStart'),
        validationDidStart: async () => void phases.push('validationDidStart'),
        didResolveOperation: async ({ operationName }) => void phases.push(`didResolveOperation ${operationName}`),
        executionDidStart: async () => ({ executionDidEnd: async () => void phases.push('executionDidEnd') }),
        willSendResponse: async ({ response: { body } }) => {
          const errors = body.kind === 'single' ? (body.singleResult.errors ?? []) : [];
          for (const { path } of errors) phases.push(`error at ${path?.join('.')}`);
          if (body.kind === 'single') body.singleResult.extensions = { ...body.singleResult.extensions, seen: phases.length };
          phases.push('willSendResponse');
        },
      };
    },
  };
  return { phases, plugin };
}

const team = { 'x-team': 'ops' };

describe.each(['compiled', 'federated'] as const)('a plugin of Apollo Server before the %s engine', (engine) => {
  it('takes part in each phase of a request, and a repeated document is neither parsed nor validated again', async () => {
    const { phases, plugin } = recordingPlugin();
    await using landfall = await openGateway({ engine, plugins: [plugin] });
    const query = 'query Named { callers }';
    const first = await (await landfall.post({ query }, team)).json();
    expect(first).toEqual({ data: { callers: expect.any(Array) }, extensions: { seen: 6 } });
    const [start, source, parsing, validation, ...rest] = phases;
    expect([start, source, parsing, validation]).toEqual([
      'requestDidStart POST ops',
      `didResolveSource ${query}`,
      'parsingDidStart',
      'validationDidStart',
    ]);
    expect(rest).toEqual(['didResolveOperation Named', 'executionDidEnd', 'willSendResponse']);
    phases.length = 0;
    await landfall.post({ query }, team);
    expect(phases).toEqual([start, source, ...rest]);
  });

  it('reads the errors of fields, and rejects an operation with a code of the error table', async () => {
    const { phases, plugin } = recordingPlugin();
    const rejecting: ApolloServerPlugin = {
      requestDidStart: async () => ({
        didResolveOperation: async ({ operationName }) => {
          if (operationName === 'Forbidden') throw new GraphQLError('Not on Sundays.', { extensions: { code: 'FORBIDDEN' } });
        },
      }),
    };
    await using landfall = await openGateway({ engine, plugins: [plugin, rejecting] });
    expect((await landfall.query('{ broken }')).errors?.[0]?.extensions.code).toBe('INTERNAL');
    expect(phases).toContain('error at broken');
    const { data, errors } = await landfall.query('query Forbidden { __typename }');
    expect([data, errors]).toEqual([undefined, [{ message: 'Not on Sundays.', extensions: { code: 'FORBIDDEN' } }]]);
  });

  it('takes part in requests over a websocket, and in the checks of a subscription', async () => {
    const { phases, plugin } = recordingPlugin();
    await using landfall = await openGateway({ engine, plugins: [plugin] });
    await using client = await openSocket(landfall.url);
    client.subscribe('a', 'query Over { __typename }');
    await client.until((messages) => messages.some(({ id, type }) => id === 'a' && type === 'complete'));
    expect(phases).toContain('didResolveOperation Over');
    landfall.subgraph.announce({ reference: 'A' });
    client.subscribe('b', 'subscription Events { arrivalNoticeVersionReceived(after: "0") { cursor } }');
    await client.until((messages) => messages.some(({ id, type }) => id === 'b' && type === 'next'));
    expect(phases).toContain('didResolveOperation Events');
  });

  it('rejects a subscription as it rejects a query', async () => {
    const rejecting: ApolloServerPlugin = {
      requestDidStart: async () => ({
        didResolveOperation: async () => {
          throw new GraphQLError('Not on Sundays.', { extensions: { code: 'FORBIDDEN' } });
        },
      }),
    };
    await using landfall = await openGateway({ engine, plugins: [rejecting] });
    await using client = await openSocket(landfall.url);
    landfall.subgraph.announce({ reference: 'A' });
    client.subscribe('a', 'subscription { arrivalNoticeVersionReceived(after: "0") { cursor } }');
    await client.until((messages) => messages.some(({ id }) => id === 'a'));
    const rejected = { id: 'a', type: 'error', payload: [{ message: 'Not on Sundays.', extensions: { code: 'FORBIDDEN' } }] };
    expect(client.messages.filter(({ id }) => id === 'a')).toEqual([rejected]);
  });
});
