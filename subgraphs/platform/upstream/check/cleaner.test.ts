import { describe, expect, it } from 'vitest';
import { parsedPartner } from '../../../../test/support/parsed-partner.ts';
import { messageOf } from '../error-body.ts';
import { createCleanText } from './requester.ts';

function cleanFor(outbound: object) {
  const file = { id: 'acme', name: 'ACME', allowPrivate: true, outbound };
  return createCleanText(parsedPartner(JSON.stringify(file)));
}

describe('the content of a partner’s responses', () => {
  it('is shown without the credential that was sent', () => {
    const clean = cleanFor({ apiKey: { header: 'x-api-key', value: 'key/of+acme' } });
    expect(clean('Key key/of+acme (key%2Fof%2Bacme) is not known')).not.toMatch(/of.{1,3}acme/);
  });

  it('cannot control a terminal', () => {
    const clean = cleanFor({ bearer: { token: 'token-of-acme' } });
    expect(clean('a\u001b[2Jb\u202ec\nd')).toBe('a [2Jb c d');
  });
});

describe('the message of an error', () => {
  it.each([
    ['of Arrival Notice and Port Call', { feedbackElements: [{ severity: 'ERROR', message: 'one' }, { message: 'two' }] }, 'one two'],
    ['of Commercial Schedules', { errors: [{ errorCodeText: 'x', errorCodeMessage: 'wrong port' }] }, 'wrong port'],
    ['of another API', { message: 'Forbidden' }, 'Forbidden'],
    ['of an unknown format', { code: 7 }, '{"code":7}'],
  ])('is found in %s', (_, body, message) => {
    expect(messageOf(body, JSON.stringify(body))).toBe(message);
  });

  it('of an HTML body is its text, without markup and title', () => {
    expect(messageOf(undefined, '<title>Error</title><h1>Bad\n gateway</h1>')).toBe('Bad gateway');
    expect(messageOf(undefined, '')).toBeUndefined();
  });

  it('is shortened', () => {
    expect(messageOf(undefined, 'x'.repeat(5_000))).toHaveLength(300);
  });
});
