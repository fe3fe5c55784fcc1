import { expect, it } from 'vitest';
import { queryParameter, withParameters } from './request-plan.ts';

it('writes several values separated by unencoded commas or as repeated parameters, with each value encoded', () => {
  expect(queryParameter('p', ['a/1', 'b 2'])).toBe('p=a%2F1,b%202');
  expect(queryParameter('p', ['a/1', 'b 2'], 'repeat')).toBe('p=a%2F1&p=b%202');
});

it('leaves a URL unchanged when there is nothing to add', () => {
  expect(withParameters('https://a.example/x', [])).toBe('https://a.example/x');
  expect(withParameters('https://a.example/x', ['a=1', 'b=2'])).toBe('https://a.example/x?a=1&b=2');
});
