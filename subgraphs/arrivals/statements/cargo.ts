import { normalEquipmentReference } from '@landfall/dcsa/wire-values.ts';
import type { NoticeFieldsFragment, PickupFieldsFragment } from '../generated/queries.ts';
import type { NoticeCargo, NoticeContainer, NoticePickup } from '../model.ts';

/** A value of an answer, which may be absent. */
export type Maybe<T> = T | null | undefined;
type Equipment = NonNullable<NoticeFieldsFragment['utilizedTransportEquipments']>[number];
type CargoItem = NonNullable<NonNullable<NoticeFieldsFragment['consignmentItems']>[number]['cargoItems']>[number];

/** Maximum length of all descriptions of goods of a notice. */
const maxDescription = 500;

/** Returns the containers that a notice names, each once: a carrier may spell one number in several ways. */
export function containersOf(version: NoticeFieldsFragment): NoticeContainer[] {
  const [equipments, items] = [version.utilizedTransportEquipments ?? [], itemsOf(version)];
  const own = new Map<string, Equipment | undefined>();
  for (const named of equipments) {
    const reference = numberOf(named.equipment);
    if (reference !== undefined) own.set(reference, named);
  }
  for (const item of items) {
    const reference = numberOf(item);
    if (reference !== undefined && !own.has(reference)) own.set(reference, undefined);
  }
  return [...own].map(([equipmentReference, equipment]) => {
    const pickup = pickupOf(equipment?.pickupInformation);
    const cargoGrossWeight = weightOf(items.filter((item) => numberOf(item) === equipmentReference));
    const optional = { ...(pickup && { pickup }), ...(cargoGrossWeight && { cargoGrossWeight }) };
    return { equipmentReference, ...textsIn(equipment?.equipment, 'ISOEquipmentCode'), ...optional };
  });
}

function numberOf(named: Maybe<{ readonly equipmentReference?: Maybe<string> }>): string | undefined {
  const reference = textOf(named?.equipmentReference);
  return reference === undefined ? undefined : normalEquipmentReference(reference);
}

/** Returns whose cargo a notice is about, and the references that it names. */
export function cargoOf(version: NoticeFieldsFragment): NoticeCargo {
  const { documentParties, utilizedTransportEquipments, consignmentItems } = version;
  const [parties, equipments, goods] = [documentParties ?? [], utilizedTransportEquipments ?? [], consignmentItems ?? []];
  const references = [version, ...equipments].flatMap((part) =>
    (part.references ?? []).map(({ type, value }) => ({ type, values: [value] })),
  );
  const ofGoods = goods.flatMap((item) => item.references ?? []);
  const ofTypes = (...types: readonly string[]) =>
    [...references, ...ofGoods].flatMap(({ type, values }): readonly Maybe<string>[] =>
      types.includes(type?.trim().toUpperCase() ?? '') ? (values ?? []) : [],
    );
  let left = maxDescription;
  const descriptionOfGoods = goods.flatMap((item) => {
    const text = (item.descriptionOfGoods ?? []).join(' ').trim().slice(0, left).toWellFormed();
    left -= text.length;
    return textOf(text) ?? [];
  });
  const [cargoGrossWeight, pickup] = [weightOf(itemsOf(version)), pickupOf(version.pickupInformation)];
  return {
    parties: parties
      .map((party) => textsIn(party, 'partyFunction', 'partyName', 'reference'))
      .filter((party) => party.partyName !== undefined || party.reference !== undefined),
    carrierBookingReferences: distinctTexts(goods.map((item) => item.carrierBookingReference)),
    purchaseOrderReferences: distinctTexts([
      ...parties.flatMap(({ purchaseOrderReferences }) => purchaseOrderReferences ?? []),
      ...ofTypes('SPO', 'CPO'),
    ]),
    houseBillOfLadingReferences: distinctTexts(version.houseBillOfLadingReferences ?? []),
    customerReferences: distinctTexts(ofTypes('CR')),
    descriptionOfGoods,
    ...(cargoGrossWeight && { cargoGrossWeight }),
    ...(pickup && { pickup }),
  };
}

function itemsOf({ consignmentItems }: NoticeFieldsFragment): CargoItem[] {
  return (consignmentItems ?? []).flatMap(({ cargoItems }) => cargoItems ?? []);
}

/** Adds up gross weights. @returns undefined unless each of them is stated, and all in one unit */
function weightOf(items: readonly CargoItem[]): NoticeContainer['cargoGrossWeight'] {
  const weights = items.map(({ cargoGrossWeight }) => cargoGrossWeight);
  const unit = textOf(weights[0]?.unit);
  if (unit === undefined || !weights.every((weight) => weight?.unit === unit && weight.value !== null)) return undefined;
  return { value: Math.round(weights.reduce((sum, weight) => sum + (weight?.value ?? 0), 0) * 1_000) / 1_000, unit };
}

/** Returns what is stated about the pickup, without attributes that are absent. */
function pickupOf(pickup: Maybe<PickupFieldsFragment>): NoticePickup | undefined {
  const stated = JSON.parse(JSON.stringify(pickup ?? {}, (_, value) => value ?? undefined)) as NoticePickup;
  return Object.keys(stated).length === 0 ? undefined : stated;
}

function distinctTexts(written: readonly Maybe<string>[]): string[] {
  return [...new Set(written.flatMap((text) => textOf(text) ?? []))];
}

/** Returns some texts of an object, without those that are absent or blank. */
export function textsIn<Name extends string>(
  source: Maybe<{ readonly [N in Name]?: Maybe<string> }>,
  ...names: readonly Name[]
): { [N in Name]?: string } {
  const texts: { [N in Name]?: string } = {};
  for (const name of names) {
    const text = textOf(source?.[name]);
    if (text !== undefined) texts[name] = text;
  }
  return texts;
}

/** Returns a text unless it is absent or blank. */
export function textOf(written: Maybe<string>): string | undefined {
  return written === null || written === undefined || written.trim() === '' ? undefined : written;
}
