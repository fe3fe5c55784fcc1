import type { IncomingHttpHeaders } from 'node:http';
import type { AcceptParts, ParsedObject } from '#platform/receiver/accept.ts';
import type { PushRoute } from '#platform/receiver/routes.ts';
import { termOf } from '../model.ts';
import { portCallProfile } from '../profile.ts';
import { parseEvent } from './parse-object.ts';

/** Maximum length of a party's name that is stored. */
const maxPartyLength = 200;

/** Creates the POST endpoint of the Event Subscriber role of Port Call 2.0.0. */
export function createReceiverRoutes(parts: AcceptParts): PushRoute[] {
  const { receives, version: newestVersion } = portCallProfile;
  return [
    {
      ...receives[0],
      newestVersion,
      standard: 'PORT_CALL',
      answerHeaders: partiesOfAnswer,
      ingestFor: (_partner, headers) => {
        const sender = partyOf(headers['request-sending-party']);
        return { parse: (receipt, object) => withSendingParty(parseEvent(receipt, object), sender), accept: parts };
      },
    },
  ];
}

/**
 * Adds the party in the header of a relaying proxy. An event itself names neither party, and this term finds it by its
 * sender.
 */
function withSendingParty(object: ParsedObject, sender: string | undefined): ParsedObject {
  if (object.kind === 'refused' || sender === undefined) return object;
  const { version } = object;
  const terms = [...version.index.terms, termOf('sendingParty', sender.slice(0, maxPartyLength))];
  return { ...object, version: { ...version, index: { ...version.index, terms } } };
}

/** Returns the headers by which a relaying proxy routes the response: the parties of the request, swapped. */
export function partiesOfAnswer(headers: IncomingHttpHeaders): Record<string, string> {
  const sender = partyOf(headers['request-sending-party']);
  const receiver = partyOf(headers['request-receiving-party']);
  return {
    ...(receiver === undefined ? {} : { 'Response-Sending-Party': receiver }),
    ...(sender === undefined ? {} : { 'Response-Receiving-Party': sender }),
  };
}

function partyOf(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[\x20-\x7e]+$/.test(header) ? header : undefined;
}
