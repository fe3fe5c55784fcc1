import { isDeepStrictEqual } from 'node:util';

/**
 * How much of a version a body shows. A Publisher leaves charges or the visualization out on request
 * (`removeCharges`, `includeVisualization`); such a reduced view carries the same identity as the full one and must
 * neither replace it nor count as a clash (trap T9 of the standard's notes).
 */
export function completenessOf(notice: object): number {
  return (hasCharges(notice) ? 2 : 0) + (Reflect.get(notice, 'arrivalNoticeVisualization') ? 1 : 0);
}

/** Whether two bodies of one identity have the same content, apart from what a reduced view omits. */
export function hasSameContent(left: object, right: object): boolean {
  const [leftCharges, rightCharges] = [hasCharges(left), hasCharges(right)];
  const withCharges = leftCharges && rightCharges;
  const withVisualization = Boolean(Reflect.get(left, 'arrivalNoticeVisualization') && Reflect.get(right, 'arrivalNoticeVisualization'));
  const comparable = (notice: object) => comparableOf(notice, { withCharges, withVisualization });
  return isDeepStrictEqual(comparable(left), comparable(right));
}

/** Charges occur in three places: at the notice, at its containers, at its cargo items. */
function hasCharges(notice: object): boolean {
  return (
    isFilled(Reflect.get(notice, 'charges')) ||
    elementsOf(notice, 'utilizedTransportEquipments').some((equipment) => isFilled(Reflect.get(equipment, 'charges'))) ||
    elementsOf(notice, 'consignmentItems').some((item) =>
      elementsOf(item, 'cargoItems').some((cargoItem) => isFilled(Reflect.get(cargoItem, 'charges'))),
    )
  );
}

function isFilled(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0;
}

function elementsOf(source: object, name: string): object[] {
  const list: unknown = Reflect.get(source, name);
  return Array.isArray(list) ? list.filter((element) => typeof element === 'object' && element !== null) : [];
}

/** The content without formatting, without `null`s (they count as absent) and without what one of the two may lack. */
function comparableOf(notice: object, parts: { withCharges: boolean; withVisualization: boolean }): unknown {
  // Both have one identity, however each spells its instant or leaves out an empty label.
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
