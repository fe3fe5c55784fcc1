import { openSandboxCarrier, type SandboxCarrier } from '../partners/sandbox/carrier.ts';
import { coralLine } from '../partners/sandbox/coral-line.ts';
import { northernStar } from '../partners/sandbox/northern-star.ts';
import { lineOf } from '../partners/sandbox/telling.ts';
import { LandfallError } from '../subgraphs/shared/errors.ts';
import { createLogger } from '../subgraphs/shared/logger.ts';
import { drainOnSignal } from '../subgraphs/shared/main.ts';

export interface SandboxCommand {
  /** Port of loopback; 0: any free one. */
  readonly port: number;
  /** Root of a Landfall to push to. Absent: it only answers. */
  readonly pushTo?: string;
  /** Milliseconds between two changes. */
  readonly pace: number;
}

const profiles = [northernStar, coralLine];
const drainMs = 2_000;

/**
 * Runs one sandbox carrier until a signal ends it, as a partner to try a file of one's own with. What it does is printed,
 * one line each.
 *
 * @throws {LandfallError} CONFIG_INVALID if there is no such carrier, the port is taken or `pushTo` is no URL
 */
export async function runSandbox(id: string, { port, pushTo, pace }: SandboxCommand): Promise<void> {
  const profile = profiles.find((each) => each.id === id);
  const known = profiles.map((each) => each.id).join(' or ');
  if (profile === undefined) throw new LandfallError('CONFIG_INVALID', `There is no sandbox carrier ${id}: expected ${known}.`);
  if (pushTo !== undefined && !URL.canParse(pushTo)) {
    throw new LandfallError('CONFIG_INVALID', `--push-to: expected a URL such as http://127.0.0.1:4000, got ${JSON.stringify(pushTo)}.`);
  }
  const logger = createLogger('warn');
  const onEvent = (event: Parameters<typeof lineOf>[0]) => process.stdout.write(`${lineOf(event)}\n`);
  const carrier = await openSandboxCarrier(profile, { port, logger, onEvent }).catch((error: NodeJS.ErrnoException) => {
    throw new LandfallError('CONFIG_INVALID', `Port ${port} cannot be listened on (${error.code}).`, { cause: error });
  });
  process.stdout.write(`${introduction(carrier)}\n`);
  carrier.tell({ landfallUrl: pushTo, paceMs: pace });
  drainOnSignal({ logger, timeoutMs: drainMs, steps: [() => carrier[Symbol.asyncDispose]()] });
}

function introduction({ url, profile: { carrierName, ownKey, pushCredential } }: SandboxCarrier): string {
  return `
${carrierName}, a sandbox carrier:
  base URL         ${url}
  key it wants     x-api-key: ${ownKey}
  pushes with      ${pushCredential.header}: ${pushCredential.value}
`;
}
