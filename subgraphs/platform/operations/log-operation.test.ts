import { buildSchema, print, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { validatedOperation } from '../../../test/support/validated-operation.ts';
import { type LogOperation, logOperationOf } from '../subscriptions/log-operation.ts';

const schema = buildSchema(/* GraphQL */ `
  type Query {
    portCallEventLog(filter: Filter, after: String, first: Int = 100): Page!
  }
  type Subscription {
    portCallEventReceived(filter: Filter, after: String): Event!
  }
  input Filter {
    ship: String
  }
  type Page {
    events: [Event!]!
    cursor: String!
    hasMore: Boolean!
  }
  type Event {
    cursor: String!
    name(upper: Boolean): String
    inner: Event
  }
`);

function rewrite(text: string): LogOperation {
  const log = logOperationOf(validatedOperation(schema, text));
  if (!('query' in log)) throw log[0];
  expect(validate(schema, log.query.document)).toEqual([]);
  return log;
}

describe('a subscription as a query of its log', () => {
  it('reads pages of what the client selected, with the variables of the client and of the log', () => {
    const log = rewrite(
      'subscription S($s: String, $a: String, $u: Boolean) { e: portCallEventReceived(filter: { ship: $s }, after: $a) { name(upper: $u) } }',
    );
    expect(print(log.query.document)).toBe(
      `query ($s: String, $u: Boolean, $after: String, $first: Int) {
  log: portCallEventLog(filter: {ship: $s}, after: $after, first: $first) {
    events {
      name(upper: $u)
    }
    positions: events {
      cursor
    }
    cursor
    hasMore
  }
}`,
    );
    expect(log.variablesFor({ s: 'x', a: 'c1', other: 1 }, { after: 'c7', first: 5 })).toEqual({ s: 'x', after: 'c7', first: 5 });
    expect([log.responseKey, log.logField.log]).toEqual(['e', 'port-call-events']);
  });

  it('keeps fragments inside the event and expands those around the root field', () => {
    const log = rewrite(
      'subscription { ...R } fragment R on Subscription { ... { portCallEventReceived { ...E inner { ...E } } } portCallEventReceived { cursor } } fragment E on Event { name }',
    );
    const text = print(log.query.document);
    expect(text).not.toContain('Subscription');
    expect(text.match(/log: portCallEventLog/g)).toHaveLength(2);
    expect(text).toContain('fragment E on Event');
  });

  it('renames its own variables if the client uses their names', () => {
    const log = rewrite('subscription($after: String, $first: Boolean) { portCallEventReceived(after: $after) { name(upper: $first) } }');
    expect(log.variablesFor({ after: 'c1', first: true }, { after: 'c2', first: 9 })).toEqual({ first: true, after_: 'c2', first_: 9 });
    expect(log.startOf({ after: 'c1' })).toBe('c1');
  });

  it.each([
    ['absent', '', {}, undefined],
    ['null', '(after: null)', {}, undefined],
    ['written out', '(after: "c3")', {}, 'c3'],
    ['a variable', '(after: $a)', { a: 'c4' }, 'c4'],
    ['a variable that is null', '(after: $a)', { a: null }, undefined],
    ['a variable that is not given', '(after: $a)', {}, '0'],
  ])('starts at the value of `after`: %s', (_name, given, variables, start) => {
    const definition = given.includes('$a') ? '($a: String = "0")' : '';
    expect(rewrite(`subscription${definition} { portCallEventReceived${given} { cursor } }`).startOf(variables)).toBe(start);
  });

  it('is the same for subscriptions that differ in name, white space and start only', () => {
    const [one, same] = [
      rewrite('subscription A { portCallEventReceived(after: "c1") { cursor } }'),
      rewrite('subscription B($x: String) {\n portCallEventReceived(after: $x) { cursor } }'),
    ];
    expect(same.key).toBe(one.key);
    const others = [
      'subscription { x: portCallEventReceived { cursor } }',
      'subscription { portCallEventReceived { name } }',
      'subscription { portCallEventReceived(filter: {}) { cursor } }',
    ];
    expect(new Set([one.key, ...others.map((text) => rewrite(text).key)]).size).toBe(4);
  });

  it.each([
    'subscription($on: Boolean = true) { portCallEventReceived @include(if: $on) { cursor } }',
    'subscription { ... @skip(if: false) { portCallEventReceived { cursor } } }',
    'subscription($on: Boolean!) { ...F @include(if: $on) } fragment F on Subscription { portCallEventReceived { cursor } }',
  ])('is rejected if it is conditional as a whole: %s', (text) => {
    expect(() => rewrite(text)).toThrow('without @skip or @include');
  });
});
