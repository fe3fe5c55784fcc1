/** Returns the index term of the arrivals of one document. */
export function documentKeyTermOf(documentKey: string): string {
  return `documentKey:${documentKey}`.toWellFormed();
}

/** Normalizes container numbers, which are compared in upper case and without blanks. */
export function normalEquipmentReference(reference: string): string {
  return reference.replaceAll(/\s/g, '').toUpperCase();
}
