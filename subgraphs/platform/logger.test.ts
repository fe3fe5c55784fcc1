import { expect, it } from 'vitest';
import { createForwardingLogger } from './logger.ts';

it('a log of an embedding program receives the lines of at least its level, without secrets', () => {
  const lines: unknown[] = [];
  const to = (level: string) => (fields: object, message: string) => void lines.push([level, fields, message]);
  const logger = createForwardingLogger({ debug: to('debug'), info: to('info'), warn: to('warn'), error: to('error') }, 'info');
  logger.debug('not written');
  logger.info({ partner: 'acme', token: 'secret' }, 'with a token');
  logger.child({ audit: true }).warn('of a child');
  logger.fatal({ err: new TypeError('broken') }, 'with an error');
  expect(lines).toEqual([
    ['info', { partner: 'acme', token: '[Redacted]' }, 'with a token'],
    ['warn', { audit: true }, 'of a child'],
    ['error', { err: { type: 'TypeError', message: 'broken', stack: expect.any(String) } }, 'with an error'],
  ]);
});
