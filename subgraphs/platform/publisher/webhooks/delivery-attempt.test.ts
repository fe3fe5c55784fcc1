import { pino } from 'pino';
import { expect, it } from 'vitest';
import { recipientOf } from '../../../../test/support/parsed-partner.ts';
import { storedVersion } from '../../../../test/support/stored-version.ts';
import { systemClock } from '../../time/clock.ts';
import type { DeliveryRoute, NumberedVersion } from './delivery.ts';
import { createDeliveryAttempts } from './delivery-attempt.ts';
import { createMessageWriter } from './message-writer.ts';

it('a message is sent without the versions that its subscriber may no longer see', async () => {
  const log = 'arrival-notice-versions';
  const recipient = recipientOf(
    'id: acme\nname: ACME\npublish: { see: { partners: [coral] }, push: { arrivalNotices: "https://in.acme.example/an" } }\n',
  );
  const written: string[] = [];
  const write = (version: NumberedVersion) => {
    written.push(version.partner);
    return version.document;
  };
  const attempts = createDeliveryAttempts(
    { subscriber: recipient.id, log },
    {
      versions: { findCurrent: async () => [] },
      versionCache: { find: async () => [versionOf(1, 'northern-star'), versionOf(2, 'coral')] },
      findTarget: () => ({ recipient, route: { write } as unknown as DeliveryRoute }),
      writeMessage: createMessageWriter(),
      send: async ({ content }) => {
        await content();
        return { kind: 'DELIVERED', refused: [] };
      },
      clock: systemClock,
      logger: pino({ level: 'silent' }),
    },
    new AbortController().signal,
  );
  const ended = await attempts.make({ id: 'm1', sequences: [1, 2], createdAt: '', attempts: 0 }, recipient);
  expect([written, ended.sent]).toEqual([['coral'], [2]]);
});

function versionOf(sequence: number, partner: string): NumberedVersion {
  return storedVersion({ sequence, partner, entityId: `notice-${sequence}`, terms: [`partner:${partner}`] });
}
