import { chargesOf, freeTimesOf, paymentRemittanceOf } from './money.ts';
import type { Port, Terminal } from './places.ts';
import type { Party, SandboxProfile, Vessel } from './profile.ts';
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
export function noticeOf(profile: SandboxProfile, shipment: Shipment, { state, labels }: { state: ShipmentState; labels: NoticeLabels }): Notice {
  const { containers, cargo, portOfDischarge } = shipment;
  const pickup = terminalOf(portOfDischarge, state.terminal);
  const released = state.releasedOn !== undefined;
  const { typeLabel, ...otherLabels } = labels;
  return {
    ...otherLabels,
    ...(typeLabel === undefined ? {} : { typeLabel }),
    carrierCode: profile.carrierCode,
    carrierCodeListProvider: profile.carrierCodeListProvider,
    carrierContactInformation: [
      { name: `${profile.carrierName}, import desk`, phone: shipment.consignee.contact.phone, email: `imports@${profile.id}.example` },
    ],
    pickupInformation: { ...(released ? { pickupNumber: `P${shipment.number}` } : {}), pickupLocation: pickup },
    returnInformation: {
      turnInReference: `T${shipment.number}`,
      returnLocation: terminalOf(portOfDischarge, portOfDischarge.terminals.at(-1) ?? state.terminal),
      returnInstructions: 'Return empty, clean and with doors shut. Book a slot at the terminal.',
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
    placeOfBLIssue: { UNLocationCode: profile.placeOfBLIssue.UNLocationCode, locationName: profile.placeOfBLIssue.locationName },
    isElectronic: true,
    deliveryTypeAtDestination: 'CY',
    cargoMovementTypeAtDestination: 'FCL',
    serviceContractReference: `SC${shipment.number}`,
    termsAndConditions: 'Dates are estimates. Cargo is released against the original document and payment of collect charges.',
    documentParties: [
      partyOf('OS', shipment.shipper),
      { ...partyOf('CN', shipment.consignee), purchaseOrderReferences: [`PO-${shipment.number}`] },
      partyOf('N1', shipment.consignee),
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
    transport: { legs: [{ vesselVoyage: { vesselName: shipment.vessel.vesselName } }] },
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
  const { portOfLoading, portOfDischarge, service, departureDate, vessel, feeder } = shipment;
  const [from, to] = [terminalOf(portOfLoading, portOfLoading.terminals[0]), terminalOf(portOfDischarge, state.terminal)];
  const departure = { value: departureDate, classifier: 'ACT' };
  const arrival = { value: state.arrivalDate, classifier: 'EST' };
  const transshipment = terminalOf(service.transshipment, service.transshipment.terminals[0]);
  const changeDate = { value: shiftDay(departureDate, 5), classifier: 'ACT' };
  const legs =
    state.transshipped && feeder !== undefined
      ? [
          { loadLocation: from, dischargeLocation: transshipment, departureDate: departure, arrivalDate: changeDate, ship: feeder },
          { loadLocation: transshipment, dischargeLocation: to, departureDate: changeDate, arrivalDate: arrival, ship: vessel },
        ]
      : [{ loadLocation: from, dischargeLocation: to, departureDate: departure, arrivalDate: arrival, ship: vessel }];
  return {
    portOfLoading: from,
    portOfDischarge: to,
    placeOfDelivery: to,
    departureDate: departure,
    onBoardDate: departure,
    portOfDischargeArrivalDate: arrival,
    legs: legs.map(({ ship, ...leg }, index) => ({
      transportPlanStage: 'MNC',
      transportPlanStageSequenceNumber: index + 1,
      modeOfTransport: 'VESSEL',
      ...leg,
      vesselVoyage: voyageOf(shipment, ship),
    })),
  };
}

function voyageOf({ service, voyageNumber, universalVoyageReference }: Shipment, ship: Vessel): object {
  return {
    ...ship,
    carrierServiceCode: service.carrierServiceCode,
    universalServiceReference: service.universalServiceReference,
    carrierImportVoyageNumber: voyageNumber,
    universalImportVoyageReference: universalVoyageReference,
  };
}

function terminalOf({ UNLocationCode, locationName }: Port, terminal: Terminal): object {
  return { locationName, facilityTypeCode: 'POTE', UNLocationCode, facility: { ...terminal, facilityCodeListProvider: 'SMDG' } };
}

function partyOf(partyFunction: string, { partyName, address, contact }: Party): object {
  return { partyFunction, partyName, address, partyContactDetails: [contact] };
}
