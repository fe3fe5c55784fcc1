import { expect, it } from 'vitest';
import { parsedPartner } from '../../../test/support/parsed-partner.ts';
import { subscribersOf } from './recipient.ts';

it('a partner is a recipient of deliveries while its file has a publish section', () => {
  const reader = parsedPartner('id: acme\nname: ACME\npublish: {}\n');
  const other = parsedPartner('id: coral\nname: CORAL\n');
  const { all, find } = subscribersOf({
    partners: () => [reader, other],
    find: (id) => [reader, other].find((partner) => partner.id === id),
    onChange: () => () => {},
  });
  expect([all().map(({ id }) => id), find('acme')?.id, find('coral'), find('gone')]).toEqual([['acme'], 'acme', undefined, undefined]);
});
