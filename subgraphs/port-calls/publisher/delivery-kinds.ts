import type { DeliveryKind } from '#platform/publisher/deliveries/message.ts';
import { createPartnerKind, documentWriters } from '#platform/publisher/deliveries/partner-kind.ts';
import { createInvalidRows, type InvalidRows } from '#platform/publisher/invalid-rows.ts';
import { termOf } from '../model.ts';
import { portCallProfile } from '../profile.ts';
import { eventShape } from '../wire/parse.ts';

/** The ids and references of calls and services, by which a replay finds events, because events have no document. */
const documentTerms = ['portCallID', 'portVisitReference', 'terminalCallID', 'terminalCallReference', 'portCallServiceID'] as const;

/**
 * Creates the delivery of port call events: each version of each event that a subscriber may see.
 *
 * @param invalidRows records versions that cannot be sent as received
 */
export function createDeliveryKinds(invalidRows: Pick<InvalidRows, 'record'> = createInvalidRows()): DeliveryKind[] {
  const form = { to: 'portCallEvents', writerFor: documentWriters(eventShape, invalidRows) } as const;
  const termsOf = (document: string) => [documentTerms.map((name) => termOf(name, document))];
  return [
    createPartnerKind({ log: 'port-call-events', standard: 'PORT_CALL', newestVersion: portCallProfile.version, termsOf }, () => form),
  ];
}
