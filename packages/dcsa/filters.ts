/** Filters of arrival notices by an attribute of a leg. */
export const legFilters = [
  'vesselIMONumber',
  'vesselName',
  'carrierImportVoyageNumber',
  'universalImportVoyageReference',
  'carrierServiceCode',
  'universalServiceReference',
] as const;

/** Optional parameters of a Publisher of arrival notices, besides paging: filters, then content controls. */
export const arrivalNoticeFilters = [
  'transportDocumentReferences',
  'equipmentReferences',
  'portOfDischarge',
  ...legFilters,
  'portOfDischargeArrivalDateMin',
  'portOfDischargeArrivalDateMax',
  'includeVisualization',
  'removeCharges',
] as const;

/** Filters of vessel schedules that select rows. Days and `responseScope` only restrict the selection. */
export const selectingConditions = [
  'vesselIMONumber',
  'vesselName',
  'carrierServiceCode',
  'universalServiceReference',
  'carrierVoyageNumber',
  'universalVoyageReference',
  'UNLocationCode',
  'facilitySMDGCode',
  'vesselOperatorCarrierCode',
] as const;

/** Optional parameters of a Producer of schedules, besides paging. */
export const commercialScheduleFilters = [
  'departureStartDate',
  'departureEndDate',
  'arrivalStartDate',
  'arrivalEndDate',
  'maxTranshipment',
  'receiptTypeAtOrigin',
  'deliveryTypeAtDestination',
  'cargoType',
  ...selectingConditions,
  'startDate',
  'endDate',
  'responseScope',
] as const;

/** Optional parameters of a Publisher of port call events, besides paging. No event carries a `timestampID`. */
export const portCallFilters = [
  'UNLocationCode',
  'portVisitReference',
  'carrierServiceName',
  'carrierServiceCode',
  'universalServiceReference',
  'terminalCallReference',
  'carrierImportVoyageNumber',
  'universalImportVoyageReference',
  'carrierExportVoyageNumber',
  'universalExportVoyageReference',
  'portCallServiceTypeCode',
  'vesselIMONumber',
  'vesselName',
  'vesselMMSINumber',
  'portCallID',
  'terminalCallID',
  'portCallServiceID',
  'classifierCode',
  'eventTimestampMin',
  'eventTimestampMax',
] as const;
