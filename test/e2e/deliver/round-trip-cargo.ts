import { readFileSync } from 'node:fs';
import type { Random } from '@landfall/sandbox/random.ts';
import { spelled } from '../../support/deliveries.ts';
import { eventIDOf } from './sent.ts';

/** The bodies that a carrier pushes in one step, as they are sent. */
export interface Cargo {
  readonly arrivalNotices: string;
  readonly events: string;
}

/** The pushes of one carrier during a test. */
export interface CargoSource {
  /** Returns some new versions, recent and late ones, and different content under an identity that was used before. */
  next(): Cargo;
}

const begin = Date.UTC(2026, 5, 1);
const labels = [undefined, 'Original', 'Rechnung, €'] as const;
const whole = readFileSync(new URL('../../fixtures/arrival-notices/complete.json', import.meta.url), 'utf8');

/**
 * @param carrier part of all references, so that no two carriers use the same document
 * @param documents number of documents, and of events
 * @param atOnce maximum number of notices, and of events, in one push
 */
export function openCargoSource(
  random: Random,
  { carrier, documents, atOnce }: { readonly carrier: number; readonly documents: number; readonly atOnce: number },
): CargoSource {
  let written = 0;
  const used: string[] = [];
  /** All are different; every third one is earlier than all others so far. */
  const instant = () => {
    written += 1;
    return spelled(begin + (random.chance(1 / 3) ? -written : written) * 1_000, random.pick([0, 120, -330]));
  };
  const notice = () => {
    const identity = {
      transportDocumentReference: `C${carrier}-${random.integer(1, documents)}`,
      typeLabel: random.pick(labels),
      issueDateTime: instant(),
    };
    used.push(JSON.stringify(identity));
    return completeNotice(identity).replace('Azul', random.pick(['Azúl', 'Az\\u00fal']));
  };
  const clash = () =>
    JSON.stringify({ ...JSON.parse(random.pick(used as [string, ...string[]])), additionalInformation: `another content ${used.length}` });
  const event = () => {
    const eventID = eventIDOf(carrier * 1_000 + random.integer(1, documents));
    return JSON.stringify({ eventID, eventUpdatedDateTime: instant(), isFYI: random.chance(0.5) }, null, random.integer(0, 2));
  };
  const list = (write: () => string) => Array.from({ length: random.integer(1, atOnce) }, write).join(', ');
  return {
    next: () => {
      // Before the new ones, so that it refers to one that was ingested already.
      const clashes = used.length > 0 ? `${clash()},` : '';
      return { arrivalNotices: `{"arrivalNotices": [${clashes}${list(notice)}]}`, events: `{"events":[${list(event)}]}` };
    },
  };
}

/** Formatted as a carrier may do it: with blanks, line breaks and numbers such as `490.0`. */
function completeNotice(identity: { readonly [attribute: string]: string | undefined }): string {
  return Object.entries(identity).reduce(
    (text, [name, value]) =>
      text.replace(new RegExp(`"${name}": "[^"]*",`), value === undefined ? '' : `"${name}": ${JSON.stringify(value)},`),
    whole,
  );
}
