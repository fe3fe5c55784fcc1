import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type LandfallProcess, partnerKeys } from '../../support/landfall.ts';
import { type Deployment, openDeployment } from './deployment.ts';

const [mongodbUrl, redisUrl] = [inject('mongodbUrl'), inject('redisUrl')];

describe.runIf(mongodbUrl && redisUrl)('port calls in a separate process', () => {
  const [eventID, portCallID] = ['8b0b6c1e-2f7a-4a6f-9a51-0d6a2f1f4c11', '1f2c3b44-90aa-4d0e-8f0e-2f6f5b7b9a01'];
  let deployment: Deployment;
  let portCalls: LandfallProcess;
  beforeAll(async () => {
    deployment = await openDeployment({ mongodbUrl: mongodbUrl ?? '', redisUrl: redisUrl ?? '' });
    portCalls = await deployment.startSubgraph('port-calls');
    const event = {
      eventID,
      eventUpdatedDateTime: '2026-12-20T07:30:00Z',
      vessel: { vesselIMONumber: '9321483' },
      portCall: { portCallID, UNLocationCode: 'SGSIN' },
    };
    const answer = await post('/dcsa/events', { events: [event] });
    expect(answer).toEqual({ feedbackElements: [] });
  });
  afterAll(async () => deployment[Symbol.asyncDispose]());

  const post = async (path: string, body: object): Promise<unknown> => {
    const headers = { 'content-type': 'application/json', 'x-api-key': partnerKeys.acme };
    return (await fetch(`${portCalls.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  };
  const entities = (representations: readonly object[]) => {
    const query = `query ($representations: [_Any!]!) { _entities(representations: $representations) {
      __typename
      ... on Vessel { vesselIMONumber portCallEvents { nodes { id eventID } } }
      ... on Port { UNLocationCode portCallEvents(vesselIMONumber: "9321483") { nodes { id eventID } } }
      ... on PortCallEvent { eventID isCurrent portCall { portCallID port { UNLocationCode } } } } }`;
    return post('/graphql', { query, variables: { representations } });
  };

  test('answer queries for a ship, a port and an event to every caller with the key', async () => {
    const [ship, port] = [
      { __typename: 'Vessel', vesselIMONumber: '9321483' },
      { __typename: 'Port', UNLocationCode: 'SGSIN' },
    ];
    const nodes = [{ id: expect.any(String), eventID }];
    const answer = (await entities([ship, port])) as { data: { _entities: { portCallEvents: { nodes: { id: string }[] } }[] } };
    expect(answer).toEqual({
      data: {
        _entities: [
          { ...ship, portCallEvents: { nodes } },
          { ...port, portCallEvents: { nodes } },
        ],
      },
    });
    const id = answer.data._entities[0]?.portCallEvents.nodes[0]?.id;
    expect(await entities([{ __typename: 'PortCallEvent', id }])).toEqual({
      data: {
        _entities: [{ __typename: 'PortCallEvent', eventID, isCurrent: true, portCall: { portCallID, port: { UNLocationCode: 'SGSIN' } } }],
      },
    });
  });

  test('report NOT_FOUND for an event that they do not have, next to those that they have', async () => {
    const ship = { __typename: 'Vessel', vesselIMONumber: '9321484' };
    expect(await entities([{ __typename: 'PortCallEvent', id: 'bm8' }, ship])).toEqual({
      data: { _entities: [null, { ...ship, portCallEvents: { nodes: [] } }] },
      errors: [expect.objectContaining({ path: ['_entities', 0], extensions: expect.objectContaining({ code: 'NOT_FOUND' }) })],
    });
  });
});
