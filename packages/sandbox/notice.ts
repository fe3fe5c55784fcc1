import { type Call, dayAt, voyageNumberOf } from './fleet/calls.ts';
import { type Port, singapore, type Terminal } from './fleet/loops.ts';
import type { Party, SandboxProfile } from './profile.ts';
import { dayOfArrival, importVoyageNumberOf, type Shipment, type ShipmentState, shiftDay } from './shipment.ts';

/** A notice in the form in which it is sent. */
export type Notice = Readonly<Record<string, unknown>> & { readonly transportDocumentReference: string };

export interface NoticeLabels {
  /** RFC 3339 with offset. */
  readonly issueDateTime: string;
  readonly typeLabel?: string | undefined;
  readonly versionLabel: string;
}

/**
 * Creates a complete notice (Arrival Notice 1.0.1) of about 4 KB, which conforms to the profiles BASIC, FREIGHTED and
 * FREE_TIME.
 */
export function noticeOf(
  profile: SandboxProfile,
  shipment: Shipment,
  { state, labels, saysVoyage = true }: { state: ShipmentState; labels: NoticeLabels; saysVoyage?: boolean },
): Notice {
  const { containers } = shipment;
  const { call } = state;
  const portOfDischarge = call.port;
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
      isCustomsReleased: released && !state.isHeld,
    },
    references: [{ type: 'CR', value: `PO-${shipment.number}` }],
    transportDocumentReference: shipment.transportDocumentReference,
    transportDocumentTypeCode: 'BOL',
    placeOfBLIssue: placeOf(singapore),
    isElectronic: true,
    deliveryTypeAtDestination: 'CY',
    cargoMovementTypeAtDestination: 'FCL',
    serviceContractReference: `SC${shipment.number}`,
    termsAndConditions: 'Dates are estimates. Release against the document and payment of collect charges.',
    documentParties: [
      partyOf('OS', shipment.shipper),
      { ...partyOf('CN', shipment.consignee), purchaseOrderReferences: [`PO-${shipment.number}`] },
    ],
    transport: transportOf(shipment, state, saysVoyage),
    freeTimes: freeTimesOf(shipment, state),
    charges: chargesOf(profile, shipment, state),
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

/** Creates a minimal notice with place and time, the name of a ship, and the carrier's number of the voyage. */
export function minimalNoticeOf(shipment: Shipment, state: ShipmentState, issueDateTime: string): Notice {
  const { UNLocationCode } = state.call.port;
  return {
    issueDateTime,
    transportDocumentReference: shipment.transportDocumentReference,
    transport: {
      portOfDischarge: { UNLocationCode },
      portOfDischargeArrivalDate: { value: state.arrivalDate, classifier: 'EST' },
      legs: [
        {
          vesselVoyage: { vesselName: state.vessel.vesselName, carrierImportVoyageNumber: importVoyageNumberOf({ ...shipment, ...state }) },
        },
      ],
    },
  };
}

/** Returns the notification of a notice. Attributes that the notice lacks are omitted. */
export function notificationOf(notice: Notice): Record<string, unknown> {
  const { issueDateTime, typeLabel, versionLabel, transportDocumentReference, transport, utilizedTransportEquipments } = notice;
  const { portOfDischarge, placeOfDelivery, portOfDischargeArrivalDate } = { ...(transport as Record<string, unknown> | undefined) };
  const equipments = Array.isArray(utilizedTransportEquipments) ? utilizedTransportEquipments : undefined;
  const equipmentReferences = equipments?.map(({ equipment }) => equipment.equipmentReference);
  const parts = { issueDateTime, typeLabel, versionLabel, transportDocumentReference, equipmentReferences };
  const places = { portOfDischarge, placeOfDelivery, portOfDischargeArrivalDate };
  return Object.fromEntries(Object.entries({ ...parts, ...places }).filter(([, value]) => value !== undefined));
}

function transportOf(shipment: Shipment, state: ShipmentState, saysVoyage: boolean): object {
  const { transshipment } = shipment;
  const { call, loading } = state;
  const to = terminalOf(call.port, state.terminal);
  const arrival = { value: state.arrivalDate, classifier: state.hasArrived ? 'ACT' : 'EST' };
  const last = {
    dischargeLocation: to,
    arrivalDate: arrival,
    vesselVoyage: { ...state.vessel, ...(saysVoyage ? voyageOf(shipment, call) : {}) },
  };
  const legs =
    state.transshipped && transshipment !== undefined
      ? [
          {
            loadLocation: placeOf(transshipment.loading.port),
            departureDate: departureOf(transshipment.loading),
            dischargeLocation: placeOf(transshipment.unloading.port),
            arrivalDate: { value: dayOfArrival(transshipment.unloading), classifier: 'ACT' },
            vesselVoyage: { ...transshipment.unloading.vessel, ...voyageOf(shipment, transshipment.unloading) },
          },
          { loadLocation: placeOf(transshipment.reloading.port), departureDate: departureOf(transshipment.reloading), ...last },
        ]
      : [{ loadLocation: placeOf(loading.port), departureDate: departureOf(loading), ...last }];
  const departure = legs[0]?.departureDate;
  return {
    portOfLoading: placeOf(loading.port),
    portOfDischarge: to,
    departureDate: departure,
    onBoardDate: departure,
    portOfDischargeArrivalDate: arrival,
    legs: legs.map((leg, index) => ({
      transportPlanStage: 'MNC',
      transportPlanStageSequenceNumber: index + 1,
      modeOfTransport: 'VESSEL',
      ...leg,
    })),
  };
}

/**
 * Returns the carrier's numbers of the voyage to a call. A carrier with slots on another carrier's ship omits the
 * universal ones.
 */
function voyageOf({ service }: Shipment, { loop, importVoyage }: Call): object {
  const numbers = { carrierServiceCode: service.carrierServiceCode, carrierImportVoyageNumber: voyageNumberOf(service, importVoyage) };
  if (service !== loop.partners[0]) return numbers;
  return {
    ...numbers,
    universalServiceReference: loop.universalServiceReference,
    universalImportVoyageReference: importVoyage.universalVoyageReference,
  };
}

function departureOf(call: Call): object {
  return { value: dayAt(call.departs, call), classifier: 'ACT' };
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

const detentionDays = 7;

/** Returns the free time at destination, per container size-type. The last free day follows from the day of arrival. */
function freeTimesOf({ shipper, containers }: Shipment, { arrivalDate, freeDays }: ShipmentState): object[] {
  return Object.entries({ DEM: freeDays, DET: detentionDays }).map(([typeCode, duration]) => ({
    typeCodes: [typeCode],
    ISOEquipmentCodes: [shipper.cargo.ISOEquipmentCode],
    equipmentReferences: containers.map(({ equipmentReference }) => equipmentReference),
    duration,
    timeUnit: 'CD',
    ...(typeCode === 'DEM' ? { lastFreeDate: { value: shiftDay(arrivalDate, duration), classifier: 'EST' } } : {}),
  }));
}

/** Returns the collect charges at notice level. */
function chargesOf({ currencyCode }: SandboxProfile, { containers }: Shipment, { isInspected }: ShipmentState): object[] {
  const prices = [
    { chargeName: 'Terminal handling, destination', unitPrice: 245, quantity: containers.length, chargeCode: 'DTHC' },
    { chargeName: 'Import documentation', unitPrice: 55.5, quantity: 1, chargeCode: 'IDOC' },
    ...(isInspected ? [{ chargeName: 'Customs inspection', unitPrice: 180, quantity: 1, chargeCode: 'INSP' }] : []),
  ];
  return prices.map(({ chargeName, unitPrice, quantity, chargeCode }) => ({
    chargeName,
    currencyAmount: unitPrice * quantity,
    currencyCode,
    paymentTermCode: 'COL',
    calculationBasis: chargeCode === 'DTHC' ? 'Per container' : 'Per document',
    unitPrice,
    quantity,
    chargeCode,
  }));
}

/** Returns where collect charges are paid. The account does not exist. */
function paymentRemittanceOf({ carrierName, id }: SandboxProfile): object {
  return {
    bankName: 'Harbour Example Bank',
    accountNumber: 'XX00 EXAM 0000 0000 01',
    beneficiary: carrierName,
    remittanceEmail: `payments@${id}.example`,
  };
}
