import { hash } from 'node:crypto';

/** Returns a UUID derived from a name, the same in every run. Port Call uses UUIDs as ids, and tests use names. */
export function uuidOf(name: string): string {
  return hash('sha256', name).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}
