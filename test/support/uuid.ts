import { hash } from 'node:crypto';

/** The UUID that stands for a name, the same in every run: Port Call identifies by UUIDs, and tests by names. */
export function uuidOf(name: string): string {
  return hash('sha256', name).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}
