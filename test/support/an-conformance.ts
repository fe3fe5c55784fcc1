/** The profiles for which a notice is checked. FREIGHTED and FREE_TIME each contain BASIC. */
export type ConformanceProfile = 'BASIC' | 'FREIGHTED' | 'FREE_TIME';

/**
 * Checks a list of notices like the public DCSA conformance gateway: a check passes as soon as one notice of the list
 * satisfies it.
 *
 * @param arrivalNotices the array in a request or a response
 * @param profiles default: all
 * @returns ids of the failed checks, C0 to C11; empty when the list conforms
 */
export function failedChecks(arrivalNotices: unknown, profiles: readonly ConformanceProfile[] = ['FREIGHTED', 'FREE_TIME']): string[] {
  if (!Array.isArray(arrivalNotices) || arrivalNotices.length === 0) return ['C0'];
  const wanted = Object.entries(checks).filter(([id]) => {
    if (id === 'C10') return profiles.includes('FREE_TIME');
    return id === 'C11' ? profiles.includes('FREIGHTED') : true;
  });
  return wanted.filter(([, check]) => !arrivalNotices.some((notice) => check(objectOf(notice)))).map(([id]) => id);
}

/** Checks a list of notifications in the same way. @returns the failed ones of N0 and N1 */
export function failedNotificationChecks(arrivalNoticeNotifications: unknown): string[] {
  if (!Array.isArray(arrivalNoticeNotifications) || arrivalNoticeNotifications.length === 0) return ['N0'];
  return arrivalNoticeNotifications.some((one) => isFilled(objectOf(one)['transportDocumentReference'])) ? [] : ['N1'];
}

type Attributes = Readonly<Record<string, unknown>>;

const partyFunctions = ['OS', 'CN', 'END', 'RW', 'CG', 'N1', 'N2', 'NI', 'SCO', 'DDR', 'DDS', 'COW', 'COX', 'CS', 'MF', 'WH'];
const addressParts = ['street', 'streetNumber', 'floor', 'postCode', 'POBox', 'city', 'stateRegion', 'countryCode'];

const checks: Readonly<Record<string, (notice: Attributes) => boolean>> = {
  C1: (notice) => isFilled(notice['transportDocumentReference']),
  C2: (notice) => isFilled(notice['carrierCode']),
  C3: (notice) => isOneOf(notice['carrierCodeListProvider'], ['SMDG', 'NMFTA']),
  C4: (notice) => hasContact(notice['carrierContactInformation']),
  C5: (notice) => isOneOf(notice['deliveryTypeAtDestination'], ['CY', 'SD', 'CFS']),
  C6: (notice) =>
    every(
      notice['documentParties'],
      (party) =>
        isOneOf(party['partyFunction'], partyFunctions) &&
        isFilled(party['partyName']) &&
        hasContact(party['partyContactDetails']) &&
        isAddress(party['address']),
    ),
  C7: (notice) => isTransport(objectOf(notice['transport'])),
  C8: (notice) => {
    const equipments = listOf(notice['utilizedTransportEquipments']);
    const of = (name: string) => equipments.some((one) => isFilled(objectOf(one['equipment'])[name]));
    return (
      every(equipments, (one) => isObject(one['equipment']) && listOf(one['seals']).length > 0) &&
      of('equipmentReference') &&
      of('ISOEquipmentCode') &&
      equipments.some((one) => listOf(one['seals']).some((seal) => isFilled(seal['number'])))
    );
  },
  C9: (notice) => every(notice['consignmentItems'], isConsignmentItem),
  C10: (notice) => {
    const freeTimes = listOf(notice['freeTimes']);
    return (
      freeTimes.some((one) => textsOf(one['typeCodes']).some((code) => isOneOf(code, ['DEM', 'DET', 'STO']))) &&
      freeTimes.some((one) => textsOf(one['ISOEquipmentCodes']).some(isFilled)) &&
      freeTimes.some((one) => textsOf(one['equipmentReferences']).some(isFilled)) &&
      freeTimes.some((one) => isAtLeast(one['duration'], Number.MIN_VALUE)) &&
      freeTimes.some((one) => isOneOf(one['timeUnit'], ['CD', 'WD', 'HR']))
    );
  },
  C11: (notice) => {
    const charges = listOf(notice['charges']);
    return (
      charges.some((one) => isFilled(one['chargeName'])) &&
      charges.some((one) => isAtLeast(one['currencyAmount'], Number.MIN_VALUE)) &&
      charges.some((one) => isFilled(one['currencyCode'])) &&
      charges.some((one) => isOneOf(one['paymentTermCode'], ['PRE', 'COL'])) &&
      charges.some((one) => isAtLeast(one['unitPrice'], Number.MIN_VALUE)) &&
      charges.some((one) => isAtLeast(one['quantity'], Number.MIN_VALUE))
    );
  },
};

function isTransport(transport: Attributes): boolean {
  const port = objectOf(transport['portOfDischarge']);
  const arrivals = ['portOfDischargeArrivalDate', 'placeOfDeliveryArrivalDate'].map((name) => objectOf(transport[name])['value']);
  const facility = objectOf(port['facility']);
  const isCoded = isFilled(facility['facilityCode']) && isOneOf(facility['facilityCodeListProvider'], ['SMDG', 'BIC']);
  return (
    arrivals.some((value) => value !== undefined && value !== null) &&
    Object.keys(port).length > 0 &&
    (!isObject(port['address']) || isAddress(port['address'])) &&
    (!isObject(port['facility']) || isCoded) &&
    (isFilled(port['UNLocationCode']) || isAddress(port['address']) || isCoded) &&
    every(transport['legs'], (leg) => {
      const voyage = objectOf(leg['vesselVoyage']);
      return isFilled(voyage['vesselName']) && isFilled(voyage['carrierImportVoyageNumber']);
    })
  );
}

function isConsignmentItem(consignmentItem: Attributes): boolean {
  const cargoItems = listOf(consignmentItem['cargoItems']);
  const of = (name: string) => cargoItems.map((one) => objectOf(one[name]));
  return (
    textsOf(consignmentItem['descriptionOfGoods']).some(isFilled) &&
    cargoItems.some((one) => isFilled(one['equipmentReference'])) &&
    of('cargoGrossWeight').some((weight) => isAtLeast(weight['value'], Number.MIN_VALUE)) &&
    of('cargoGrossWeight').some((weight) => isOneOf(weight['unit'], ['KGM', 'LBR', 'GRM', 'ONZ'])) &&
    of('outerPackaging').some((outer) => ['packageCode', 'IMOPackagingCode', 'description'].some((name) => isFilled(outer[name]))) &&
    of('outerPackaging').some((outer) => isAtLeast(outer['numberOfPackages'], 1))
  );
}

function hasContact(contacts: unknown): boolean {
  return listOf(contacts).some((contact) => isFilled(contact['name']) && (isFilled(contact['email']) || isFilled(contact['phone'])));
}

function isAddress(address: unknown): boolean {
  return addressParts.some((name) => isFilled(objectOf(address)[name]));
}

/** Returns whether the list is not empty and every element satisfies the condition. */
function every(list: unknown, condition: (element: Attributes) => boolean): boolean {
  const elements = listOf(list);
  return elements.length > 0 && elements.every(condition);
}

function listOf(value: unknown): Attributes[] {
  return Array.isArray(value) ? value.map(objectOf) : [];
}

function textsOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function objectOf(value: unknown): Attributes {
  return isObject(value) ? { ...value } : {};
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isFilled(value: unknown): boolean {
  return value !== undefined && value !== null && String(value).trim() !== '';
}

function isOneOf(value: unknown, allowed: readonly string[]): boolean {
  return typeof value === 'string' && allowed.includes(value);
}

function isAtLeast(value: unknown, least: number): boolean {
  return typeof value === 'number' && value >= least;
}
