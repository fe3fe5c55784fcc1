import { LandfallError } from '#platform/errors.ts';
import { temporaryFolder } from '../../support/landfall.ts';
import { type SubgraphName, serveGatewayHere, serveSubgraphHere } from './served-here.ts';

/**
 * Does the same as `landfall serve <part>` with these settings only, where it must refuse to start.
 *
 * @returns the reason, which the command prints before it exits with 1
 * @throws {Error} if it starts nevertheless
 */
export async function refusalOf(part: SubgraphName | 'gateway', settings: Readonly<Record<string, string>>): Promise<LandfallError> {
  await using folder = await temporaryFolder();
  const environment = { PARTNERS_DIR: folder.path, ACCESS_FILE: `${folder.path}/access.yaml`, ...settings };
  try {
    await using _ = await (part === 'gateway' ? serveGatewayHere(environment) : serveSubgraphHere(part, environment));
  } catch (error) {
    if (error instanceof LandfallError) return error;
    throw error;
  }
  throw new Error(`${part} was not refused`);
}
