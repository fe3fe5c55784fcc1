import { textAt, valueAt } from '@landfall/dcsa/wire-values.ts';
import type { CallClaim, StatedTime } from './call-claim.ts';
import { withExpectedActuals } from './days.ts';
import { normalClassifier, normalFacility, normalKeys, normalNumbers, normalTime } from './normal-values.ts';
import { portOfService } from './paths.ts';

/**
 * Returns what a port call event states about its call, and what its earlier versions stated. Its voyage numbers belong to
 * a carrier that nothing in the event identifies, not even its sender: a terminal repeats the numbers of the operator, and
 * a carrier may repeat those of its partner.
 */
export function claimOfEvent(event: unknown, partner: string, earlier: readonly unknown[] = []): CallClaim {
  const terminalCall = (...path: string[]) => textAt(event, 'terminalCall', ...path);
  const portOfCall = textAt(event, 'portCall', 'UNLocationCode');
  const numbers = normalNumbers({
    index: 0,
    carrierServiceCode: terminalCall('serviceCodeOrReference', 'carrierServiceCode'),
    carrierImportVoyageNumber: terminalCall('importVoyageNumberOrReference', 'carrierVoyageNumber'),
    carrierExportVoyageNumber: terminalCall('exportVoyageNumberOrReference', 'carrierVoyageNumber'),
  });
  const facility = normalFacility(
    textAt(event, 'portCallService', 'serviceLocation', 'facility', 'facilityCode'),
    textAt(event, 'portCallService', 'serviceLocation', 'facility', 'facilityCodeListProvider'),
  );
  const claim: CallClaim = {
    kind: 'EVENT',
    at: portOfCall === undefined ? [portOfService] : [],
    partner,
    sides: 'BOTH',
    isDummyVessel: false,
    ...normalKeys({
      vesselIMONumber: textAt(event, 'vessel', 'vesselIMONumber'),
      vesselName: textAt(event, 'vessel', 'vesselName'),
      vesselMMSINumber: textAt(event, 'vessel', 'vesselMMSINumber'),
      vesselCallSign: textAt(event, 'vessel', 'vesselCallSign'),
      UNLocationCode: portOfCall ?? textAt(event, 'portCallService', 'serviceLocation', 'UNLocationCode'),
      transportCallReference: terminalCall('terminalCallReference'),
      portVisitReference: textAt(event, 'portCall', 'portVisitReference'),
      universalServiceReference: terminalCall('serviceCodeOrReference', 'universalServiceReference'),
      universalImportVoyageReference: terminalCall('importVoyageNumberOrReference', 'universalVoyageReference'),
      universalExportVoyageReference: terminalCall('exportVoyageNumberOrReference', 'universalVoyageReference'),
    }),
    facility,
    numbers: numbers === undefined ? [] : [numbers],
    times: timesOf(event),
    ...(earlier.length === 0 ? {} : { earlierTimes: earlier.flatMap(earlierTimesOf) }),
  };
  return withExpectedActuals(claim, textAt(event, 'eventUpdatedDateTime'));
}

/** Requests, and times for information only or of a cancelled or declined service, keep nothing in a window. */
function earlierTimesOf(event: unknown): readonly StatedTime[] {
  const isWithdrawn = [['isFYI'], ['portCallService', 'isCanceled'], ['portCallService', 'isDeclined']].some(
    (path) => valueAt(event, path) === true,
  );
  if (isWithdrawn) return [];
  return timesOf(event).filter(({ kind, classifier = '' }) => kind === 'ARRIVAL' && ['EST', 'PLN'].includes(classifier));
}

function timesOf(event: unknown): readonly StatedTime[] {
  const text = normalTime(textAt(event, 'timestamp', 'serviceDateTime'));
  if (text === undefined) return [];
  const classifier = normalClassifier(textAt(event, 'timestamp', 'classifierCode'));
  return [{ kind: kindOf(event), classifier, text, index: 0 }];
}

/**
 * Arriving at the pilot boarding place, arriving at the berth and being fast are at most hours apart, so they are one
 * kind of time where days are compared; where times are shown they are separate.
 */
function kindOf(event: unknown): StatedTime['kind'] {
  const type = textAt(event, 'portCallService', 'portCallServiceEventTypeCode');
  const service = textAt(event, 'portCallService', 'portCallServiceTypeCode');
  const isArrival = type === 'ARRI' && service !== 'VESSEL_READY_TO_SAIL';
  if (isArrival) return 'ARRIVAL';
  return type === 'DEPA' ? 'DEPARTURE' : 'STAY';
}
