import { LandfallError } from '../errors.ts';
import type { Caller } from './entitlement.ts';

/**
 * Lets through who may see how the deployment is run.
 *
 * @param what they ask for, in words for them
 * @throws {LandfallError} FORBIDDEN
 */
export function requireOperator({ entitlement }: Caller, what: string): void {
  if (!entitlement.operator) throw new LandfallError('FORBIDDEN', `${what} requires the operator right: a tenant with operator: true.`);
}
