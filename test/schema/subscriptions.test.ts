import { buildSchema, getNamedType, isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { logFields } from '#platform/subscriptions/log-operation.ts';
import { readSupergraph } from '../../gateway/supergraph/supergraph.ts';

const schema = buildSchema(readSupergraph().apiSdl);

test.each(Object.values(schema.getSubscriptionType()?.getFields() ?? {}))('$name has a query of the same log, page by page', (field) => {
  const query = schema.getQueryType()?.getFields()[logFields.get(field.name)?.logField ?? ''];
  const page = query && getNamedType(query.type);
  const fields = isObjectType(page) ? page.getFields() : {};
  expect(Object.keys(fields)).toEqual(expect.arrayContaining(['events', 'cursor', 'hasMore']));
  expect(fields['events'] && getNamedType(fields['events'].type)).toBe(getNamedType(field.type));
  expect(query?.args.map(({ name }) => name)).toEqual(expect.arrayContaining([...field.args.map(({ name }) => name), 'after', 'first']));
});
