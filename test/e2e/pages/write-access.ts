import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../../support/landfall.ts';

/** An access file in a folder of its own. @param tenants what it says of them, by their names */
export async function writeAccess(tenants: object): Promise<AsyncDisposable & { readonly file: string }> {
  const folder = await temporaryFolder();
  const file = join(folder.path, 'access.yaml');
  await writeFile(file, JSON.stringify({ tenants }));
  return { file, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}
