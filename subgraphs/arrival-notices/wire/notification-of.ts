import { listAt, textAt, valueAt } from '@landfall/dcsa/wire-values.ts';
import { shapes } from './parse.ts';

/**
 * Creates the notification of a notice, with every attribute of the standard that the notice has. Attributes of the
 * notice's `transport` and of its containers are at the root of the notification.
 *
 * @param notice as `parseExactly` returned it, without `null`
 * @see DCSA Arrival Notice 1.0.1, `ArrivalNoticeNotification`
 */
export function notificationOf(notice: object): object {
  const containers = listAt(notice, 'utilizedTransportEquipments');
  const references = new Set(containers.flatMap((container) => textAt(container, 'equipment', 'equipmentReference') ?? []));
  const attributeOf = (name: string) => {
    if (name === 'equipmentReferences') return references.size === 0 ? undefined : [...references];
    return valueAt(notice, shapes.arrivalNotice.attributes.has(name) ? [name] : ['transport', name]);
  };
  return Object.fromEntries([...shapes.notification.attributes.keys()].map((name) => [name, attributeOf(name)]));
}
