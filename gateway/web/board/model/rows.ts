import type { BoardRowFragment } from '../../client/generated/operations.ts';
import { compareInstants } from './times.ts';

/** A difference to the previous version, as the API returns it. */
export type FieldChange = BoardRowFragment['changes'][number];

/** The attributes of a vessel leg that filters use. */
export interface RowLeg {
  readonly vesselName: string | undefined;
  readonly vesselIMONumber: string | undefined;
  readonly carrierImportVoyageNumber: string | undefined;
  readonly universalImportVoyageReference: string | undefined;
  readonly carrierServiceCode: string | undefined;
  readonly universalServiceReference: string | undefined;
}

/** One line of the board: the current version of a notice. */
export interface Row {
  /** Global id of the notice. */
  readonly id: string;
  /** Global id of the version that is shown. */
  readonly versionId: string;
  readonly partner: BoardRowFragment['partner'];
  readonly transportDocumentReference: string;
  readonly transportDocumentTypeCode: string | undefined;
  readonly typeLabel: string | undefined;
  readonly versionLabel: string | undefined;
  readonly issueDateTime: string;
  readonly receivedAt: string;
  readonly firstReceivedAt: string;
  readonly carrierCode: string | undefined;
  readonly equipmentReferences: readonly string[];
  /** The leg that ends at the port of discharge. */
  readonly leg: RowLeg | undefined;
  readonly legs: readonly RowLeg[];
  readonly UNLocationCode: string | undefined;
  readonly portName: string | undefined;
  readonly terminal: string | undefined;
  /** Day at the port, `YYYY-MM-DD`. */
  readonly arrivalDay: string | undefined;
  /** `PLN`, `EST` or `ACT`. */
  readonly arrivalClassifier: string | undefined;
  /** Null or undefined: not stated. */
  readonly isFreightReleased: boolean | undefined;
  readonly isCustomsReleased: boolean | undefined;
  readonly changes: readonly FieldChange[];
  /** The searched text, in lower case. */
  readonly searchText: string;
}

/** Creates the row of a notice from its current version. */
export function rowOf(version: BoardRowFragment): Row {
  const { transport, releaseInformation } = version;
  const port = transport?.portOfDischarge;
  const legs = legsOf(version);
  const equipmentReferences = (version.utilizedTransportEquipments ?? []).flatMap(({ equipment }) => equipment?.equipmentReference ?? []);
  const leg = arrivingLegOf(version);
  const searched = [
    version.transportDocumentReference,
    version.partner.id,
    version.partner.name,
    version.typeLabel,
    version.carrierCode,
    ...equipmentReferences,
    ...legs.flatMap((each) => [each.vesselName, each.vesselIMONumber, each.carrierImportVoyageNumber]),
    port?.UNLocationCode,
    port?.locationName,
    port?.facility?.facilityName,
    port?.facility?.facilityCode,
  ];
  return {
    id: version.notice.id,
    versionId: version.id,
    partner: version.partner,
    transportDocumentReference: version.transportDocumentReference,
    transportDocumentTypeCode: version.transportDocumentTypeCode ?? undefined,
    typeLabel: version.typeLabel ?? undefined,
    versionLabel: version.versionLabel ?? undefined,
    issueDateTime: version.issueDateTime,
    receivedAt: version.receivedAt,
    firstReceivedAt: version.notice.firstReceivedAt,
    carrierCode: version.carrierCode ?? undefined,
    equipmentReferences,
    leg,
    legs,
    UNLocationCode: port?.UNLocationCode ?? undefined,
    portName: port?.locationName ?? undefined,
    terminal: port?.facility?.facilityName ?? port?.facility?.facilityCode ?? undefined,
    arrivalDay: transport?.portOfDischargeArrivalDate?.value ?? undefined,
    arrivalClassifier: transport?.portOfDischargeArrivalDate?.classifier ?? undefined,
    isFreightReleased: releaseInformation?.isFreightReleased ?? undefined,
    isCustomsReleased: releaseInformation?.isCustomsReleased ?? undefined,
    changes: version.changes,
    searchText: searched
      .filter((text) => text != null)
      .join('\n')
      .toLowerCase(),
  };
}

/** Whether the other row of the same notice replaces this one: only `issueDateTime` orders versions. */
export function isNewer(other: Row, row: Row): boolean {
  return compareInstants(other.issueDateTime, row.issueDateTime) > 0;
}

type Leg = NonNullable<NonNullable<BoardRowFragment['transport']>['legs']>[number];

function legsOf({ transport }: BoardRowFragment): RowLeg[] {
  return (transport?.legs ?? []).map(legOf);
}

function legOf({ vesselVoyage }: Leg): RowLeg {
  return {
    vesselName: vesselVoyage?.vesselName ?? undefined,
    vesselIMONumber: vesselVoyage?.vesselIMONumber ?? undefined,
    carrierImportVoyageNumber: vesselVoyage?.carrierImportVoyageNumber ?? undefined,
    universalImportVoyageReference: vesselVoyage?.universalImportVoyageReference ?? undefined,
    carrierServiceCode: vesselVoyage?.carrierServiceCode ?? undefined,
    universalServiceReference: vesselVoyage?.universalServiceReference ?? undefined,
  };
}

/** The leg that ends at the port; else the last leg of a ship. */
function arrivingLegOf({ transport }: BoardRowFragment): RowLeg | undefined {
  const ofShips = (transport?.legs ?? []).filter(({ vesselVoyage }) => vesselVoyage != null);
  const port = transport?.portOfDischarge?.UNLocationCode;
  const ending = ofShips.find(({ dischargeLocation }) => port != null && dischargeLocation?.UNLocationCode === port);
  const last = ofShips.reduce<Leg | undefined>((last, leg) => (sequenceOf(leg) >= sequenceOf(last) ? leg : last), undefined);
  const leg = ending ?? last;
  return leg === undefined ? undefined : legOf(leg);
}

function sequenceOf(leg: Leg | undefined): number {
  return leg?.transportPlanStageSequenceNumber ?? 0;
}
