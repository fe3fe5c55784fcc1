/** The attributes of a notice that its announcement repeats, as `JSON.parse` gave them. Of those it is made of any may be absent. */
export interface AnnouncedNotice {
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
 * Makes the announcement of a notice: every attribute that the standard gives it and the notice tells. What stands in the
 * notice's `transport` and in its containers stands at the root here.
 *
 * @see DCSA Arrival Notice 1.0.1, `ArrivalNoticeNotification`
 */
export function notificationOf(notice: AnnouncedNotice): object {
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
