import { pino } from 'pino';
import { expect, it } from 'vitest';
import { openAudit } from './audit.ts';

const line = { tenant: 'blue', signedInBy: 'open', requestId: 'r', transport: 'http', operation: { kind: 'query' } };
const counts = { rows: { noticeVersions: 1 }, partners: ['acme'] };
const push = { path: '/events', status: 200, requestId: 'r', objects: 0, durationMs: 1 };

function open({ setting, isOpen = false, level = 'info' }: { setting?: 'on' | 'off'; isOpen?: boolean; level?: string }) {
  const written: string[] = [];
  const access = { isOpen };
  const logger = pino({ level, redact: ['rows'] }, { write: (text) => written.push(text) });
  const audit = openAudit({ logger, setting, access });
  const messages = () => {
    audit.write({ ...line, ...counts, outcome: 'ok' }, 'confidential rows were read');
    audit.pushAnswered(push);
    audit.pushAnswered({ ...push, status: 401, code: 'PUSH_UNAUTHENTICATED' });
    return written.splice(0).map((text) => JSON.parse(text));
  };
  return { audit, access, messages };
}

it('writes one line for each event, with all of its fields', () => {
  const lines = open({ level: 'trace' }).messages();
  expect(lines.map(({ msg, audit, level }) => [msg, audit, level])).toEqual(
    ['confidential rows were read', 'a push was accepted', 'a push was refused'].map((msg) => [msg, true, 30]),
  );
  expect(lines[0]).toMatchObject({ ...line, ...counts, outcome: 'ok' });
  expect(lines[2]).toMatchObject({ partner: 'unknown', path: '/events', status: 401, code: 'PUSH_UNAUTHENTICATED' });
});

it.each(['warn', 'fatal', 'silent'])('writes its lines even if the level of the log is %s', (level) => {
  expect(open({ level }).messages()).toHaveLength(3);
});

it('writes nothing while access is open, starts as soon as access is restricted, and follows the setting in any case', () => {
  const { audit, access, messages } = open({ isOpen: true });
  expect([audit.isOn, messages().length]).toEqual([false, 0]);
  access.isOpen = false;
  expect([audit.isOn, messages().length]).toEqual([true, 3]);
  expect(open({ setting: 'on', isOpen: true }).messages()).toHaveLength(3);
  expect(open({ setting: 'off' }).messages()).toEqual([]);
});
