import { isDeepStrictEqual } from 'node:util';
import { listAt } from '@landfall/dcsa/wire-values.ts';

/**
 * Returns how much of a version a body shows. A Publisher omits charges or the visualization on request
 * (`removeCharges`, `includeVisualization`). Such a reduced view has the same identity as the full one, and must
 * neither replace it nor count as a clash (trap T9 of the standard's notes).
 */
export function completenessOf(notice: object): number {
  return (hasCharges(notice) ? 2 : 0) + (Reflect.get(notice, 'arrivalNoticeVisualization') ? 1 : 0);
}

/** Returns whether two bodies of one identity have the same content, ignoring what a reduced view omits. */
export function hasSameContent(left: object, right: object): boolean {
  const [leftCharges, rightCharges] = [hasCharges(left), hasCharges(right)];
  const withCharges = leftCharges && rightCharges;
  const withVisualization = Boolean(Reflect.get(left, 'arrivalNoticeVisualization') && Reflect.get(right, 'arrivalNoticeVisualization'));
  const comparable = (notice: object) => comparableOf(notice, { withCharges, withVisualization });
  return isDeepStrictEqual(comparable(left), comparable(right));
}

/** Returns whether a notice has charges: on the notice, on its containers or on its cargo items. */
export function hasCharges(notice: unknown): boolean {
  const cargoItems = listAt(notice, 'consignmentItems').flatMap((item) => listAt(item, 'cargoItems'));
  return [notice, ...listAt(notice, 'utilizedTransportEquipments'), ...cargoItems].some((holder) => listAt(holder, 'charges').length > 0);
}

/**
 * Returns the content without formatting, without `null`s (which count as absent) and without parts that one of the two
 * may lack.
 */
function comparableOf(notice: object, parts: { withCharges: boolean; withVisualization: boolean }): unknown {
  // Both have one identity, even if they spell the instant differently or omit an empty label.
  const { issueDateTime: _issued, typeLabel: _label, ...rest } = notice as Record<string, unknown>;
  return JSON.parse(
    JSON.stringify(rest, (key, value) => {
      if (value === null) return undefined;
      if (key === 'charges' && !parts.withCharges) return undefined;
      if (key === 'arrivalNoticeVisualization' && !parts.withVisualization) return undefined;
      return value;
    }),
  );
}
