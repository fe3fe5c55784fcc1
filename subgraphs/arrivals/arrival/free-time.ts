import type { FreeTimeRule, NoticeEvidence } from '../model.ts';
import { localOf, millisecondsOf, portZoneOf } from '../statements/port-time.ts';

/** A last day or instant free of charge, as given in the notice. */
export interface LastFree {
  /** The last local day, `YYYY-MM-DD`. */
  readonly localDate: string;
  /** RFC 3339 as written; undefined if the notice gives a day. */
  readonly dateTime?: string | undefined;
  readonly classifier?: string | undefined;
  readonly typeCodes: readonly string[];
}

/** Free time of one container, or of a notice that names none. */
export interface ContainerFreeTime {
  readonly equipmentReference?: string;
  /** Last free day of pickup (`DEM`, `STO`): the earliest one among rules of equal precedence. */
  readonly pickup?: LastFree;
  /** Last free day of return (`DET`). */
  readonly return?: LastFree;
  /** Duration and basis as text, if no day of pickup is stated. */
  readonly description?: string;
}

const known = new WeakMap<NoticeEvidence, readonly ContainerFreeTime[]>();

/** Returns {@link freeTimesOf} a notice at its port of discharge. */
export function freeTimesIn(notice: NoticeEvidence): readonly ContainerFreeTime[] {
  const freeTimes = known.get(notice) ?? freeTimesOf(notice, portZoneOf(notice.portOfDischarge?.UNLocationCode));
  known.set(notice, freeTimes);
  return freeTimes;
}

/**
 * Returns the free time of each container, as given: rules that name the container take precedence over rules for its
 * size and type, and those over rules for all. A last free day is never computed from a duration, because the start of
 * the duration is free text. A notice that names no container has one entry.
 *
 * @param zone time zone of the port; a last free instant is shown as its day there
 */
export function freeTimesOf({ freeTimes, containers }: NoticeEvidence, zone: string | undefined): ContainerFreeTime[] {
  if (containers.length === 0) return freeTimes.length === 0 ? [] : [freeTimeOf(freeTimes, zone)];
  return containers.map(({ equipmentReference, ISOEquipmentCode }) => {
    const own = freeTimes.filter(({ equipmentReferences }) => equipmentReferences.some((one) => keyOf(one) === keyOf(equipmentReference)));
    const general = freeTimes.filter(({ equipmentReferences }) => equipmentReferences.length === 0);
    const ofType = general.filter(({ ISOEquipmentCodes }) => ISOEquipmentCodes.some((code) => isOfType(ISOEquipmentCode, code)));
    const ofAll = general.filter(({ ISOEquipmentCodes }) => ISOEquipmentCodes.length === 0);
    return { equipmentReference, ...freeTimeByPrecedence([own, ofType, ofAll], zone) };
  });
}

/** Returns the earliest last free day of pickup. */
export function earliestOf(freeTimes: readonly ContainerFreeTime[]): LastFree | undefined {
  return first(freeTimes.flatMap(({ pickup }) => pickup ?? []));
}

/** Returns the latest last free day of pickup. */
export function latestDayOf(freeTimes: readonly ContainerFreeTime[]): string | undefined {
  return freeTimes
    .flatMap(({ pickup }) => pickup?.localDate ?? [])
    .toSorted()
    .at(-1);
}

/**
 * Each part is selected separately: a rule for the container about detention does not affect demurrage, for which the
 * rules for all apply.
 */
function freeTimeByPrecedence(levels: readonly (readonly FreeTimeRule[])[], zone: string | undefined): ContainerFreeTime {
  const found = levels.map((rules) => freeTimeOf(rules, zone));
  const levelOf = (codes: readonly string[]) => levels.findIndex((rules) => rules.some((rule) => isAbout(rule, codes)));
  const [pickupLevel, returnLevel] = [found[levelOf(pickupCodes)], found[levelOf(returnCodes)]];
  return {
    ...(pickupLevel?.pickup && { pickup: pickupLevel.pickup }),
    ...(returnLevel?.return && { return: returnLevel.return }),
    ...(pickupLevel?.description !== undefined && { description: pickupLevel.description }),
  };
}

/** `DEM` and `STO` determine the day of pickup; `DET` is shown as the day of return. */
const pickupCodes = ['DEM', 'STO'];
const returnCodes = ['DET'];

function freeTimeOf(rules: readonly FreeTimeRule[], zone: string | undefined): ContainerFreeTime {
  const lastOf = (codes: readonly string[]) =>
    first(rules.filter((rule) => isAbout(rule, codes)).flatMap((rule) => lastFreeOf(rule, zone) ?? []));
  const [pickup, returned] = [lastOf(pickupCodes), lastOf(returnCodes)];
  const words = pickup === undefined ? rules.filter((rule) => isAbout(rule, pickupCodes)).flatMap((rule) => wordsOf(rule) ?? []) : [];
  return { ...(pickup && { pickup }), ...(returned && { return: returned }), ...(words.length > 0 && { description: words.join('; ') }) };
}

function lastFreeOf({ typeCodes, lastFreeDate, lastFreeDateTime }: FreeTimeRule, zone: string | undefined): LastFree | undefined {
  const instantMs = millisecondsOf(lastFreeDateTime?.value);
  if (lastFreeDateTime !== undefined && instantMs !== undefined) {
    // If the port's zone is unknown, the day is taken as written, because its offset is the best information.
    const localDate = zone === undefined ? lastFreeDateTime.value.slice(0, 10) : localOf(instantMs, zone).localDate;
    return { localDate, dateTime: lastFreeDateTime.value, classifier: lastFreeDateTime.classifier, typeCodes };
  }
  return lastFreeDate === undefined ? undefined : { localDate: lastFreeDate.value, classifier: lastFreeDate.classifier, typeCodes };
}

function wordsOf({ duration, timeUnit, calculationBasis }: FreeTimeRule): string | undefined {
  const unit = { CD: 'calendar days', WD: 'working days', HR: 'hours' }[timeUnit ?? ''] ?? timeUnit;
  const words = [duration === undefined ? undefined : [duration, unit].filter(Boolean).join(' '), calculationBasis].filter(Boolean);
  return words.length === 0 ? undefined : words.join(', ');
}

function isAbout({ typeCodes }: FreeTimeRule, codes: readonly string[]): boolean {
  return typeCodes.some((code) => codes.includes(code.trim().toUpperCase()));
}

/**
 * Returns whether a container has the type of a rule: a code, or a group such as `22GP`, whose last letter stands for
 * all numbers of the group.
 */
function isOfType(code: string | undefined, rule: string): boolean {
  if (code === undefined) return false;
  const [own, of] = [keyOf(code), keyOf(rule)];
  if (own === of) return true;
  return /^[A-Z0-9]{2}[A-Z][A-Z]$/.test(of) && own.slice(0, 3) === of.slice(0, 3);
}

function keyOf(code: string): string {
  return code.replaceAll(/\s/g, '').toUpperCase();
}

function first(days: readonly LastFree[]): LastFree | undefined {
  return days.toSorted((left, right) => (sortKeyOf(left) < sortKeyOf(right) ? -1 : 1))[0];
}

/** Sorts days; on one day an instant sorts before the whole day. */
function sortKeyOf({ localDate, dateTime }: LastFree): string {
  return `${localDate} ${dateTime === undefined ? '~' : new Date(millisecondsOf(dateTime) ?? 0).toISOString()}`;
}
