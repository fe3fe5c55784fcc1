import { expect, test } from 'vitest';
import { callerOf } from '#platform/access/entitlement.ts';
import { createCursorSigner } from '#platform/log/cursor-signer.ts';
import type { Partner } from '#platform/partners/partner.ts';
import { readParameters } from '#platform/publisher/get/parameters.ts';
import { scheduleEndpoints } from '../profile.ts';
import { createPageCursors } from './routes.ts';

const signer = createCursorSigner(Buffer.from('a secret of the deployment'));
const caller = callerOf({ partners: '*', parties: '*', charges: true, portCalls: true, operator: false });
const subscriber = { partner: { id: 'reader' } as Partner, caller };
/** As long as a position in a snapshot. */
const position = signer.sign('a scope', `${'x'.repeat(22)} 4999`);

test('the longest query of each endpoint has a cursor that conforms to the standard and is parsed back unchanged', () => {
  for (const profile of Object.values(scheduleEndpoints)) {
    const longest = profile.parameters.map(({ name, type, oneOf, pattern, maxLength = 0 }): [string, string] => {
      if (oneOf !== undefined) return [name, oneOf.toSorted((left, right) => right.length - left.length)[0] ?? ''];
      if (type === 'date') return [name, '2026-12-31'];
      if (type === 'integer') return [name, '2147483647'];
      const coded = ['SGSIN', '93214830', 'SR12345A', '2649E'].find((text) => pattern !== undefined && new RegExp(pattern).test(text));
      return [name, maxLength === 0 ? (coded ?? '') : '\u{1F6A2}'.repeat(maxLength)];
    });
    const read = readParameters(profile, new URLSearchParams([...longest, ['limit', '99']]));
    expect(read.issues).toEqual([]);
    const cursors = createPageCursors(profile, signer);
    const cursor = cursors.create({ ...read, subscriber }, position);
    expect(cursor.length).toBeLessThanOrEqual(1_024);
    const whole = cursors.wholeQuery(new URLSearchParams({ cursor }), subscriber);
    expect(Object.fromEntries(whole)).toEqual({ ...Object.fromEntries(longest), limit: '99', cursor });
    expect(cursors.positionIn({ ...readParameters(profile, whole), subscriber })).toBe(position);
  }
});
