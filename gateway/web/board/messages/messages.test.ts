import { expect, it } from 'vitest';
import { wordLocaleOf } from './messages.ts';

it.each([
  ['de', 'en-GB', 'de'],
  ['en', 'de-DE', 'en'],
  ['de-CH', 'de-AT', 'de-AT'],
  ['en-US', 'en-GB', 'en-GB'],
  // Without a translation, the texts are English.
  ['fr', 'fr-FR', 'en'],
])('writes relative times in the language of the texts: page %s, viewer %s', (lang, viewerLocale, expected) => {
  expect(wordLocaleOf(lang, viewerLocale)).toBe(expected);
});
