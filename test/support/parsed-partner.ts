import { parse } from 'yaml';
import { type Partner, parsePartner } from '#platform/partners/partner.ts';
import { findSubscriber, type SubscribingPartner } from '#platform/publisher/recipient.ts';

/**
 * Parses the partner described by a file. Unit tests may use it as well.
 *
 * @param text YAML, or JSON, which is YAML too
 * @param env source of `${env:NAME}`
 * @throws {Error} with all issues of the file
 */
export function parsedPartner(text: string, env: Readonly<Record<string, string>> = {}): Partner {
  const result = parsePartner(text, { fileName: `${parse(text).id}.yaml`, env, readSecretFile: () => '' });
  if ('issues' in result) throw new Error(JSON.stringify(result.issues));
  return result.value;
}

/** Parses a subscriber as a recipient of deliveries. @throws {Error} if the file has no `publish` section */
export function recipientOf(text: string): SubscribingPartner {
  const subscriber = findSubscriber(parsedPartner(text));
  if (subscriber === undefined) throw new Error('the file has no publish section');
  return subscriber;
}
