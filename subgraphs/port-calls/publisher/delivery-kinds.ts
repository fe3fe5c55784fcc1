import { createInvalidRows, type InvalidRows } from '#platform/publisher/invalid-rows.ts';
import { createFindInvalid } from '#platform/publisher/object-bytes.ts';
import type { DeliveryKind } from '#platform/publisher/webhooks/delivery.ts';
import { findDeliveryRoute } from '#platform/publisher/webhooks/delivery-route.ts';
import { createDocumentWriter, eachWriter } from '#platform/publisher/webhooks/shared-writer.ts';
import { termOf } from '../model.ts';
import { shape } from '../wire/parse.ts';
import { eventsProfile } from './profile.ts';

/** The ids and references of calls and services, by which a replay finds events, because events have no document. */
const documentTerms = ['portCallID', 'portVisitReference', 'terminalCallID', 'terminalCallReference', 'portCallServiceID'] as const;

/**
 * Creates the delivery of port call events: each version of each event that a subscriber may see.
 *
 * @param invalidRows records versions that cannot be sent as received
 */
export function createDeliveryKinds(invalidRows: Pick<InvalidRows, 'record'> = createInvalidRows()): DeliveryKind[] {
  const { path, version: newestVersion } = eventsProfile;
  const log = 'port-call-events';
  const writerParts = { findInvalid: createFindInvalid(shape), invalidRows };
  const writerFor = eachWriter((hidden, mode) => createDocumentWriter(hidden, mode, writerParts));
  const parts = { standard: 'PORT_CALL', log, path, listName: 'events', newestVersion, writerFor } as const;
  return [
    {
      log,
      routeFor: (recipient) => findDeliveryRoute(recipient, { ...parts, url: recipient.partner?.publish?.push?.portCallEvents }),
      termsOf: (document) => [documentTerms.map((name) => termOf(name, document))],
    },
  ];
}
