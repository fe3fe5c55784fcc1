const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * Returns a container number with its check digit (ISO 6346).
 *
 * @param owner three letters and the category, `U` for freight containers
 * @param serial at most six digits; if its check digit would be ambiguous (10), the next serial is used
 */
export function containerNumberOf(owner: string, serial: number): string {
  const characters = `${owner}${String(serial % 1_000_000).padStart(6, '0')}`;
  const remainder = [...characters].reduce((total, character, index) => total + containerValueOf(character) * 2 ** index, 0) % 11;
  return remainder === 10 ? containerNumberOf(owner, serial + 1) : `${characters}${remainder}`;
}

/** Returns the IMO number of a ship with these first six digits. */
export function imoNumberOf(stem: number): string {
  const digits = String(stem).padStart(6, '0');
  return `${digits}${[...digits].reduce((total, digit, index) => total + Number(digit) * (7 - index), 0) % 10}`;
}

/** Letters count from 10 and skip the multiples of 11. */
function containerValueOf(character: string): number {
  const value = letters.indexOf(character) + 10;
  return value < 10 ? Number(character) : value + Math.floor((value - 1) / 10);
}
