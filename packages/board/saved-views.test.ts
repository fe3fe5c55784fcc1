import { afterEach, expect, it, vi } from 'vitest';
import { readViews } from './saved-views.ts';

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['nothing', null, []],
  ['no JSON', '{', []],
  ['null', 'null', []],
  ['an object', '{"name":"a"}', []],
  [
    'views beside other values',
    '[{"name":"a","query":"tab=all"},null,"b",{"name":"c"},{"name":1,"query":""}]',
    [{ name: 'a', query: 'tab=all' }],
  ],
])('the saved views are those among what the browser has stored: %s', (_, stored, views) => {
  vi.stubGlobal('localStorage', { getItem: () => stored });
  expect(readViews()).toEqual(views);
});
