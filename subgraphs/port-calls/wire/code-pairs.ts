import type { SchemaViolation } from '#platform/wire/shape-check.ts';
import type { PortCallEventContent } from './parse.ts';
import { codePairs } from './port-call-2-0-0.ts';

/**
 * Finds codes of an event that are unknown or do not fit together. The pairs are guidance in the text of the standard,
 * and its own sample violates them. So they are reported to the sender and never a reason for rejection.
 */
export function findOddCodes({ portCallService: service = {}, timestamp }: PortCallEventContent): SchemaViolation[] {
  const type = service.portCallServiceTypeCode;
  if (type === undefined) return [];
  const pairs = Object.hasOwn(codePairs, type) ? codePairs[type] : undefined;
  if (pairs === undefined)
    return [
      { path: '$.portCallService.portCallServiceTypeCode', message: `is not a known kind of service: ${shown(type)}`, isUnread: true },
    ];
  const odd: SchemaViolation[] = [];
  const check = (path: string, code: string | undefined, known: readonly string[] | undefined) => {
    if (code === undefined || known === undefined || known.includes(code)) return;
    const expected = known.length === 0 ? 'none' : `one of ${known.join(', ')}`;
    odd.push({ path, message: `expected ${expected} with ${type}, got ${shown(code)}` });
  };
  check('$.portCallService.portCallServiceEventTypeCode', service.portCallServiceEventTypeCode, pairs.eventTypes);
  check('$.portCallService.portCallPhaseTypeCode', service.portCallPhaseTypeCode, pairs.phases);
  check('$.portCallService.facilityTypeCode', service.facilityTypeCode, pairs.facilityTypes);
  check('$.timestamp.classifierCode', timestamp?.classifierCode, pairs.classifiers);
  return odd;
}

function shown(code: string): string {
  return JSON.stringify(code.slice(0, 50));
}
