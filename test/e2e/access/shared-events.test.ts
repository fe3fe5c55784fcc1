import { getNamedType, isLeafType, isObjectType, parse, print, validate } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, callerOf, type Entitlement } from '#platform/access/entitlement.ts';
import type { Engine } from '#platform/graphql/engine.ts';
import { createMemoryBus } from '#platform/log/memory-event-bus.ts';
import { createLogger } from '#platform/logger.ts';
import { unmeasured } from '#platform/operations/pipeline-metrics.ts';
import { disposeAll } from '#platform/process/backends.ts';
import { logFieldsOf } from '#platform/subscriptions/log-fields.ts';
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

describe.each([
  ['arrivalNoticeVersion', 'version', 'portCallEvents { outcome events { event { id } } }'],
  ['arrivalNoticeNotification', 'notification', 'notice { versions { nodes { id } } }'],
  ['portCallEvent', 'event', 'arrivalNotices { outcome notices { version { id } } }'],
])('events of the log of %s', (log, record, join) => {
  test('have for each of many callers all fields as if it were the only one', async () => {
    const { engine } = world.landfall;
    const shared = sharedFieldsOf(engine, log, record);
    expect(shared.length).toBeGreaterThan(5);
    for (const fields of [shared.join(' '), `id ${join}`]) {
      const operation = logOperationFor(engine, `subscription { ${log}Received(after: "0") { c: cursor ${record} { ${fields} } cursor } }`);
      // Each event is a page, so that it is shared by all callers who see it.
      const together = await payloadsFor(callers, operation, engine, 1);
      expect(new Set(together.map((payloads) => payloads.length)).size).toBeGreaterThan(2);
      for (const [index, caller] of callers.entries()) {
        expect(together[index]).toEqual((await payloadsFor([caller], operation, engine))[0]);
      }
    }
  });
});

test('events are executed once for callers who differ only in partners and see the same ones', async () => {
  const { engine } = world.landfall;
  const operation = logOperationFor(engine, 'subscription { arrivalNoticeVersionReceived(after: "0") { cursor version { document } } }');
  let executed = 0;
  const execute: Engine['execute'] = (request) => {
    // The hub also reads the end of the log, without events.
    const readsEvents = request.variables['after'] !== null && print(request.operation.document).includes('document');
    if (readsEvents) executed += 1;
    return engine.execute(request);
  };
  const alike = ['one', 'two', 'three', 'four'].map((name) => withPartners(['acme', name]));
  await payloadsFor(alike, operation, { ...engine, execute });
  expect(executed).toBe(1);
  await payloadsFor([...alike, withPartners(['bolt']), withPartners(['acme'], { charges: false })], operation, { ...engine, execute });
  expect(executed).toBe(4);
});

/** Returns what each caller is sent from the start of the log, while all of them are subscribed. */
async function payloadsFor(subscribed: readonly Caller[], operation: LogOperation, engine: Engine, pageSize = 100): Promise<string[][]> {
  await using bus = createMemoryBus();
  let reads = 0;
  const nextRequestId = () => `${++reads}`;
  const logger = createLogger('silent');
  await using hub = createSubscriptionHub({ engine, bus, logger, metrics: unmeasured, nextRequestId, pageSize });
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

/** Returns the selections of all fields of an event's object that callers share, each alone. */
function sharedFieldsOf(engine: Engine, log: string, record: string): string[] {
  const shared: string[] = [];
  const isShared = (selection: string) => {
    const { query } = logOperationFor(engine, `subscription { ${log}Received { ${record} { ${selection} } } }`);
    return engine.readsOneEntity?.(query) === true;
  };
  const collect = (typeName: string, depth: number, wrap: (selection: string) => string) => {
    const type = engine.schema.getType(typeName);
    if (!isObjectType(type)) return;
    for (const [index, { name, args, type: fieldType }] of Object.values(type.getFields()).entries()) {
      const inner = getNamedType(fieldType);
      const place = (selection: string) => wrap(`${typeName}${depth}_${index}: ${name} { ${selection} }`);
      if (args.length > 0) continue;
      if (!isLeafType(inner)) {
        if (depth < 3) collect(inner.name, depth + 1, place);
      } else if (isShared(wrap(name))) shared.push(wrap(name));
    }
  };
  const event = getNamedType(engine.schema.getSubscriptionType()?.getFields()[`${log}Received`]?.type);
  const type = isObjectType(event) ? getNamedType(event.getFields()[record]?.type) : undefined;
  collect(type?.name ?? '', 0, (selection) => selection);
  return shared;
}

function logOperationFor(engine: Engine, query: string): LogOperation {
  const document = parse(query);
  expect(validate(engine.schema, document)).toEqual([]);
  const definition = document.definitions.find((each) => each.kind === 'OperationDefinition');
  if (definition === undefined) throw new Error('expected an operation');
  const operation = logOperationOf({ document, definition, kind: 'subscription' }, logFieldsOf(engine.schema));
  if (!('query' in operation)) throw operation[0];
  return operation;
}
