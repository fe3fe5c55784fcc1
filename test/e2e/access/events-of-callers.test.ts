import { parse, validate } from 'graphql';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, callerOf, type Entitlement } from '#platform/access/entitlement.ts';
import type { Engine } from '#platform/graphql/engine.ts';
import { createMemoryBus } from '#platform/log/event-bus.ts';
import { createLogger } from '#platform/logger.ts';
import { createPipelineMetrics } from '#platform/operations/request-pipeline.ts';
import { disposeAll } from '#platform/process/backends.ts';
import { type LogOperation, logOperationOf } from '#platform/subscriptions/log-operation.ts';
import { createSubscriptionHub } from '#platform/subscriptions/subscription-hub.ts';
import { openPartners, type TestPartners } from '../../support/partners.ts';
import { until } from '../../support/until.ts';
import { all, blue, everybody, partners, red } from './visibility-world.ts';
import { type OpenWorld, openWhole, plainSetting } from './visibility-worlds.ts';

const withPartners = (names: Entitlement['partners'], more: Partial<Entitlement> = {}) => callerOf({ ...all, ...more, partners: names });
/** Callers whose rights differ only in partners, and others. */
const callers: readonly Caller[] = [
  ...[['acme', 'quay'], ['acme', 'quay', 'port', 'bolt'], ['acme', 'quay', 'other'], ['bolt']].map((names) => withPartners(names)),
  ...[everybody, blue, red, withPartners('*', { charges: false }), withPartners(['acme', 'quay'], { charges: false })],
];

let producers: TestPartners;
let world: OpenWorld;
beforeAll(async () => {
  producers = await openPartners(partners);
  world = await openWhole(plainSetting, producers);
});
afterAll(() => disposeAll([world, producers]));

test.each([
  [
    'arrivalNoticeVersion',
    'version',
    'id document supersedes { id } notice { current { id } } portCallEvents { outcome events { event { id } } }',
  ],
  ['arrivalNoticeNotification', 'notification', 'id document notice { versions { nodes { id } } }'],
  ['portCallEvent', 'event', 'id document clashes { document } arrivalNotices { outcome notices { version { id } } }'],
])('the log of %s sends each of many callers the events that it may see, as if it were the only one', async (log, record, fields) => {
  const { engine } = world.landfall;
  const operation = logOperationFor(engine, `subscription { ${log}Received(after: "0") { cursor ${record} { ${fields} } } }`);
  const together = await payloadsFor(callers, operation, engine, 1);
  expect(new Set(together.map((payloads) => payloads.length)).size).toBeGreaterThan(2);
  for (const [index, caller] of callers.entries()) {
    expect(together[index]).toEqual((await payloadsFor([caller], operation, engine))[0]);
  }
});

/** Returns what each caller is sent from the start of the log, while all of them are subscribed. */
async function payloadsFor(subscribed: readonly Caller[], operation: LogOperation, engine: Engine, pageSize = 100): Promise<string[][]> {
  await using bus = createMemoryBus();
  const logger = createLogger('silent');
  await using hub = createSubscriptionHub({ engine, bus, logger, metrics: createPipelineMetrics(new Registry()), pageSize });
  const received = subscribed.map((): string[] => []);
  for (const [index, caller] of subscribed.entries()) {
    hub.subscribe(
      { operation, variables: {}, caller },
      {
        deliver: (messages) => received[index]?.push(...messages.map(({ payload }) => String(payload))),
        isDrained: () => true,
        whenDrained: async () => {},
        fail: (error) => received[index]?.push(String(error)),
      },
    );
  }
  for (const [index, caller] of subscribed.entries()) {
    const { data } = await world.landfall.query<{ log: { events: unknown[] } }>(
      caller,
      `{ log: ${operation.logField.logField}(after: "0") { events { cursor } } }`,
    );
    await until(() => received[index]?.length === data.log.events.length);
  }
  return received;
}

function logOperationFor(engine: Engine, query: string): LogOperation {
  const document = parse(query);
  expect(validate(engine.schema, document)).toEqual([]);
  const definition = document.definitions.find((each) => each.kind === 'OperationDefinition');
  if (definition === undefined) throw new Error('expected an operation');
  const operation = logOperationOf({ document, definition, kind: 'subscription' });
  if (!('query' in operation)) throw operation[0];
  return operation;
}
