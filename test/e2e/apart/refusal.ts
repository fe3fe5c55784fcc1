import { join } from 'node:path';
import { serveGateway } from '../../../gateway/main.ts';
import { main as serveArrivalNotices } from '../../../subgraphs/arrival-notices/main.ts';
import { main as serveCommercialSchedules } from '../../../subgraphs/commercial-schedules/main.ts';
import { main as servePortCalls } from '../../../subgraphs/port-calls/main.ts';
import { LandfallError } from '../../../subgraphs/shared/errors.ts';
import { temporaryFolder } from '../../support/landfall.ts';
import { withSettings } from './with-settings.ts';

const parts = {
  gateway: serveGateway,
  'arrival-notices': serveArrivalNotices,
  'commercial-schedules': serveCommercialSchedules,
  'port-calls': servePortCalls,
};

/**
 * Does what `landfall serve <part>` does, with these settings and no others, where it is known to refuse.
 *
 * @returns why; the command prints it and ends with 1
 * @throws {Error} when it starts all the same; the test process then serves it, and fails
 */
export async function refusalOf(part: keyof typeof parts, settings: Readonly<Record<string, string>>): Promise<LandfallError> {
  await using folder = await temporaryFolder();
  const environment = { PARTNERS_DIR: folder.path, ACCESS_FILE: join(folder.path, 'access.yaml'), PORT: '0', ...settings };
  try {
    await withSettings(environment, parts[part]);
  } catch (error) {
    if (error instanceof LandfallError) return error;
    throw error;
  }
  throw new Error(`${part} was not refused`);
}
