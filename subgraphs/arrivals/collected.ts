import { normalEquipmentReference } from '@landfall/dcsa/wire-values.ts';
import type { ArrivalMark } from '#platform/store/arrival-store.ts';
import type { NoticeContainer } from './model.ts';

/**
 * What is marked as collected: targets of containers, or {@link wholeArrival}. Sorted, so that equal ones have equal JSON.
 */
export type Collected = readonly string[];

/** Stands for all containers that an arrival has or will have. Only version 0.2.0 has set such marks. */
export const wholeArrival = '*';

/**
 * Returns the target of the mark on a container.
 *
 * @param equipmentReference absent for the cargo of a notice that names no container
 */
export function targetOfContainer(equipmentReference = ''): string {
  return `container:${normalEquipmentReference(equipmentReference)}`;
}

/** Returns what marks of one tenant on an arrival and its document state to be collected. */
export function collectedOf(marks: readonly ArrivalMark[]): Collected {
  const own = marks.filter(({ kind }) => kind === 'COLLECTED');
  return own.map(({ target, arrivalId }) => (target === arrivalId ? wholeArrival : target)).toSorted();
}

/** Returns what all of some tenants have marked as collected. */
export function collectedByAll([first = [], ...others]: readonly Collected[]): Collected {
  const all = [...new Set([first, ...others].flat())].toSorted();
  return all.filter((target) => [first, ...others].every((collected) => includes(collected, target)));
}

/** Returns whether a container is collected. @param equipmentReference as for {@link targetOfContainer} */
export function isContainerCollected(collected: Collected, equipmentReference?: string): boolean {
  return collected.length > 0 && includes(collected, targetOfContainer(equipmentReference));
}

/** Returns whether all containers of an arrival are collected. */
export function areAllCollected(collected: Collected, containers: readonly Pick<NoticeContainer, 'equipmentReference'>[]): boolean {
  const references = containers.length === 0 ? [undefined] : containers.map(({ equipmentReference }) => equipmentReference);
  return references.every((equipmentReference) => isContainerCollected(collected, equipmentReference));
}

function includes(collected: Collected, target: string): boolean {
  return collected.includes(wholeArrival) || collected.includes(target);
}
