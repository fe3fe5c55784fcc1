import type { IncomingHttpHeaders } from 'node:http';
import type { AcceptParts, ParsedObject } from '#platform/receiver/accept.ts';
import type { PushRoute } from '#platform/receiver/routes.ts';
import { termOf } from '../model.ts';
import { parseEvent } from './parse-object.ts';

/** Version of the standard that is understood, and answered to partners that are not configured for another one. */
const newestVersion = '2.0.0';

/** Longest name of a party that is kept. */
const maxPartyLength = 200;

/** The Event Subscriber role of Port Call 2.0.0: its POST endpoint. */
export function createReceiverRoutes(parts: AcceptParts): PushRoute[] {
  return [
    {
      path: '/events',
      listName: 'events',
      // The standard requires nothing of a request, so one without events is one with nothing to do.
      mayBeEmpty: true,
      newestVersion,
      versionFor: (partner) => partner?.portCalls?.version ?? newestVersion,
      answerHeaders: partiesOfAnswer,
      intakeFor: (_partner, headers) => {
        const sender = partyOf(headers['request-sending-party']);
        return { prepare: (arrival, object) => stamped(parseEvent(arrival, object), sender), accept: parts };
      },
    },
  ];
}

/** An event names neither side, so the party that a relaying proxy names is kept with it; it is found by it, too. */
function stamped(object: ParsedObject, sender: string | undefined): ParsedObject {
  if (object.kind === 'refused' || sender === undefined) return object;
  const { version } = object;
  const terms = [...version.index.terms, termOf('sendingParty', sender.slice(0, maxPartyLength))];
  return { ...object, version: { ...version, index: { ...version.index, terms } } };
}

/** A relaying proxy finds the way back by the same names, crosswise. */
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
