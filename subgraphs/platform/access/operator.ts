import { LandfallError } from '../errors.ts';
import type { Caller } from './entitlement.ts';

/**
 * Requires the right to read data for operators.
 *
 * @param what names the requested data in the message
 * @throws {LandfallError} FORBIDDEN
 */
export function requireOperator({ entitlement }: Caller, what: string): void {
  if (!entitlement.operator) throw new LandfallError('FORBIDDEN', `${what} requires the operator right: a tenant with operator: true.`);
}
