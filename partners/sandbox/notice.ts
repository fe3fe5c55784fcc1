import { chargesOf, freeTimesOf, paymentRemittanceOf } from './money.ts';
import type { Port, Terminal } from './places.ts';
import type { Party, SandboxProfile } from './profile.ts';
import { type Shipment, type ShipmentState, shiftDay } from './shipment.ts';

/** A notice as it goes over the wire. */
export type Notice = Readonly<Record<string, unknown>> & { readonly transportDocumentReference: string };

export interface NoticeLabels {
  /** RFC 3339 with offset. */
  readonly issueDateTime: string;
  readonly typeLabel?: string | undefined;
  readonly versionLabel: string;
}

/**
 * Writes a complete notice (Arrival Notice 1.0.1): it meets the profiles BASIC, FREIGHTED and FREE_TIME. Some 4 KB.
 */
export function noticeOf(
  profile: SandboxProfile,
  shipment: Shipment,
  { state, labels }: { state: ShipmentState; labels: NoticeLabels },
): Notice {
  const { containers, portOfDischarge } = shipment;
  const { cargo } = shipment.shipper;
  const pickup = terminalOf(portOfDischarge, state.terminal);
  const released = state.releasedOn !== undefined;
  const { typeLabel, ...otherLabels } = labels;
  return {
    ...otherLabels,
    ...(typeLabel === undefined ? {} : { typeLabel }),
    carrierCode: profile.carrierCode,
    carrierCodeListProvider: profile.carrierCodeListProvider,
    carrierContactInformation: [
      { name: `${profile.carrierName}, import desk`, phone: profile.officePhone, email: `imports@${profile.id}.example` },
    ],
    pickupInformation: { ...(released ? { pickupNumber: `P${shipment.number}` } : {}), pickupLocation: pickup },
    returnInformation: {
      turnInReference: `T${shipment.number}`,
      returnLocation: terminalOf(portOfDischarge, portOfDischarge.terminals.at(-1) ?? state.terminal),
    },
    releaseInformation: {
      isReleasedByEmail: false,
      isOBLReceived: released,
      isFreightReleased: released,
      ...(released ? { freightReleaseDate: state.releasedOn } : {}),
      isCustomsReleased: released,
    },
    references: [{ type: 'CR', value: `PO-${shipment.number}` }],
    transportDocumentReference: shipment.transportDocumentReference,
    transportDocumentTypeCode: 'BOL',
    placeOfBLIssue: placeOf(profile.placeOfBLIssue),
    isElectronic: true,
    deliveryTypeAtDestination: 'CY',
    cargoMovementTypeAtDestination: 'FCL',
    serviceContractReference: `SC${shipment.number}`,
    termsAndConditions: 'Dates are estimates. Release against the document and payment of collect charges.',
    documentParties: [
      partyOf('OS', shipment.shipper),
      { ...partyOf('CN', shipment.consignee), purchaseOrderReferences: [`PO-${shipment.number}`] },
    ],
    transport: transportOf(shipment, state),
    freeTimes: freeTimesOf(shipment, state),
    charges: chargesOf(profile, shipment),
    paymentRemittance: paymentRemittanceOf(profile),
    freightPaymentStatus: released ? 'FULLY_PAID' : 'ZERO_PAID',
    utilizedTransportEquipments: containers.map(({ equipmentReference, sealNumber }) => ({
      equipment: { equipmentReference, ISOEquipmentCode: cargo.ISOEquipmentCode, tareWeight: { value: 3_800, unit: 'KGM' } },
      isShipperOwned: false,
      seals: [{ number: sealNumber, source: 'SHI', type: 'BLT', placement: 'DOOR' }],
    })),
    consignmentItems: [
      {
        carrierBookingReference: shipment.carrierBookingReference,
        descriptionOfGoods: cargo.descriptionOfGoods,
        HSCodes: [cargo.HSCode],
        cargoItems: containers.map(({ equipmentReference }) => ({
          equipmentReference,
          cargoGrossWeight: { value: Math.round(cargo.packagesPerContainer * cargo.packageKilograms), unit: 'KGM' },
          outerPackaging: { packageCode: cargo.packageCode, numberOfPackages: cargo.packagesPerContainer, description: cargo.packageName },
        })),
      },
    ],
  };
}

/** The least that a carrier may send: what, when, and the name of a ship. */
export function minimalNoticeOf(shipment: Shipment, issueDateTime: string): Notice {
  return {
    issueDateTime,
    transportDocumentReference: shipment.transportDocumentReference,
    transport: { legs: [{ vesselVoyage: { vesselName: shipment.voyage.vessel.vesselName } }] },
  };
}

/** The notification that announces a notice. What the notice does not say is left out. */
export function notificationOf(notice: Notice): Record<string, unknown> {
  const { issueDateTime, typeLabel, versionLabel, transportDocumentReference, transport, utilizedTransportEquipments } = notice;
  const { portOfDischarge, placeOfDelivery, portOfDischargeArrivalDate } = { ...(transport as Record<string, unknown> | undefined) };
  const equipments = Array.isArray(utilizedTransportEquipments) ? utilizedTransportEquipments : undefined;
  const equipmentReferences = equipments?.map(({ equipment }) => equipment.equipmentReference);
  const parts = { issueDateTime, typeLabel, versionLabel, transportDocumentReference, equipmentReferences };
  const places = { portOfDischarge, placeOfDelivery, portOfDischargeArrivalDate };
  return Object.fromEntries(Object.entries({ ...parts, ...places }).filter(([, value]) => value !== undefined));
}

function transportOf(shipment: Shipment, state: ShipmentState): object {
  const { service, departureDate, voyage, feeder } = shipment;
  const [from, over] = [placeOf(shipment.portOfLoading), placeOf(service.transshipment)];
  const to = terminalOf(shipment.portOfDischarge, state.terminal);
  const departure = { value: departureDate, classifier: 'ACT' };
  const change = { value: shiftDay(departureDate, 5), classifier: 'ACT' };
  const arrival = { value: state.arrivalDate, classifier: 'EST' };
  const legs =
    state.transshipped && feeder !== undefined
      ? [
          { loadLocation: from, dischargeLocation: over, departureDate: departure, arrivalDate: change, by: feeder },
          { loadLocation: over, dischargeLocation: to, departureDate: change, arrivalDate: arrival, by: voyage },
        ]
      : [{ loadLocation: from, dischargeLocation: to, departureDate: departure, arrivalDate: arrival, by: voyage }];
  return {
    portOfLoading: from,
    portOfDischarge: to,
    departureDate: departure,
    onBoardDate: departure,
    portOfDischargeArrivalDate: arrival,
    legs: legs.map(({ by, ...leg }, index) => ({
      transportPlanStage: 'MNC',
      transportPlanStageSequenceNumber: index + 1,
      modeOfTransport: 'VESSEL',
      ...leg,
      vesselVoyage: {
        ...by.vessel,
        carrierServiceCode: service.carrierServiceCode,
        universalServiceReference: service.universalServiceReference,
        carrierImportVoyageNumber: by.voyageNumber,
        universalImportVoyageReference: by.universalVoyageReference,
      },
    })),
  };
}

function placeOf({ UNLocationCode, locationName }: Port): object {
  return { locationName, UNLocationCode };
}

function terminalOf(port: Port, terminal: Terminal): object {
  return { ...placeOf(port), facility: { ...terminal, facilityCodeListProvider: 'SMDG' } };
}

function partyOf(partyFunction: string, { partyName, address, contact }: Party): object {
  return { partyFunction, partyName, address, partyContactDetails: [contact] };
}
