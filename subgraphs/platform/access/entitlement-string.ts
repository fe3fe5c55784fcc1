import { z } from 'zod';
import { createBoundedCache } from '../cache/bounded-cache.ts';
import { heapBytesOf } from '../cache/heap-bytes.ts';
import { memoryBounds } from '../cache/memory-bounds.ts';
import { type Caller, callerOf, type Entitlement } from './entitlement.ts';

const entitlementSchema = z.strictObject({
  partners: z.union([z.literal('*'), z.array(z.string())]),
  parties: z.union([z.literal('*'), z.array(z.strictObject({ codeListProvider: z.string(), partyCode: z.string() }))]),
  charges: z.boolean(),
  portCalls: z.boolean(),
  operator: z.boolean(),
});

const texts = new WeakMap<Entitlement, string>();
/** One entry per tenant. */
const callers = createBoundedCache<string, Caller>(memoryBounds.entitlements.bytes);

/** Formats an entitlement as JSON that fits into a header: ASCII, on one line. */
export function entitlementString(entitlement: Entitlement): string {
  let text = texts.get(entitlement);
  if (text === undefined) {
    const { partners, parties, charges, portCalls, operator } = entitlement;
    text = JSON.stringify({ partners, parties, charges, portCalls, operator }).replace(
      /[^\x20-\x7e]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    texts.set(entitlement, text);
  }
  return text;
}

/** Parses the result of {@link entitlementString}. @returns undefined for any other string */
export function callerOfString(text: string): Caller | undefined {
  const known = callers.get(text);
  if (known !== undefined) return known;
  const parsed = entitlementSchema.safeParse(readJson(text));
  if (!parsed.success) return undefined;
  const caller = callerOf(parsed.data);
  callers.set(text, caller, heapBytesOf(caller));
  return caller;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
