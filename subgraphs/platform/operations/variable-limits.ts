import type { GraphQLError } from 'graphql';
import { refusal } from '../graphql/client-errors.ts';
import type { Variables } from '../graphql/engine.ts';
import type { OperationLimits } from './operation-limits.ts';

type InputLimits = Pick<OperationLimits, 'maxInputDepth' | 'maxInputValues'>;

/**
 * Measures variables before they are validated. Stops at the limits and does not recurse, so neither depth nor length
 * can exhaust the process.
 *
 * @returns OPERATION_TOO_LARGE, or undefined when they are within the limits
 */
export function measureVariables(variables: Variables, { maxInputDepth, maxInputValues }: InputLimits): GraphQLError | undefined {
  let level: unknown[] = [variables];
  let values = 0;
  for (let depth = 0; level.length > 0; depth++) {
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      if (depth > maxInputDepth) return refusal('OPERATION_TOO_LARGE', `The variables are nested more than ${maxInputDepth} levels deep.`);
      const inner = Array.isArray(value) ? value : Object.values(value);
      values += inner.length;
      if (values > maxInputValues) return refusal('OPERATION_TOO_LARGE', `The variables contain more than ${maxInputValues} values.`);
      for (const each of inner) next.push(each);
    }
    level = next;
  }
  return undefined;
}
