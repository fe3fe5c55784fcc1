/** The attributes of a notice that its notification repeats, as `JSON.parse` returned them. */
export interface NotifiedNotice {
  readonly issueDateTime?: string;
  readonly typeLabel?: string;
  readonly versionLabel?: string;
  readonly transportDocumentReference?: string;
  readonly transport?: {
    readonly portOfDischarge?: object;
    readonly placeOfDelivery?: object;
    readonly portOfDischargeArrivalDate?: object;
    readonly placeOfDeliveryArrivalDate?: object;
  };
  readonly utilizedTransportEquipments?: readonly { readonly equipment?: { readonly equipmentReference?: string } }[];
}

/**
 * Creates the notification of a notice, with every attribute of the standard that the notice has. Attributes of the
 * notice's `transport` and of its containers are at the root of the notification.
 *
 * @see DCSA Arrival Notice 1.0.1, `ArrivalNoticeNotification`
 */
export function notificationOf(notice: NotifiedNotice): object {
  const { issueDateTime, typeLabel, versionLabel, transportDocumentReference, transport = {}, utilizedTransportEquipments = [] } = notice;
  const { portOfDischarge, placeOfDelivery, portOfDischargeArrivalDate, placeOfDeliveryArrivalDate } = transport;
  const references = utilizedTransportEquipments.flatMap(({ equipment }) => equipment?.equipmentReference ?? []);
  return {
    issueDateTime,
    typeLabel,
    versionLabel,
    transportDocumentReference,
    equipmentReferences: references.length === 0 ? undefined : [...new Set(references)],
    portOfDischarge,
    placeOfDelivery,
    portOfDischargeArrivalDate,
    placeOfDeliveryArrivalDate,
  };
}
