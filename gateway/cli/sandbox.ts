import { openSandboxCarrier, type SandboxCarrier } from '@landfall/sandbox/carrier.ts';
import { coralLine } from '@landfall/sandbox/coral-line.ts';
import { northernStar } from '@landfall/sandbox/northern-star.ts';
import { lineOf } from '@landfall/sandbox/scenario-runner.ts';
import { openSandboxSubscriber, type SandboxSubscriber } from '@landfall/sandbox/subscriber.ts';
import { LandfallError } from '#platform/errors.ts';
import { listenError } from '#platform/http/http-server.ts';
import { createLogger } from '#platform/logger.ts';
import { drainOnSignal } from '#platform/process/backends.ts';
import { printLine, printLines } from '#platform/terminal.ts';

export interface SandboxCommand {
  /** Port on loopback; 0 for any free one. */
  readonly port: number;
  /** Root URL of a Landfall server to push to. Absent when the carrier only answers requests. */
  readonly pushTo?: string;
  /** Milliseconds between two changes. */
  readonly pace: number;
}

const profiles = [northernStar, coralLine];
const drainMs = 2_000;

/**
 * Runs one sandbox carrier, or the subscriber, until a signal ends it, as a counterpart for testing a partner file.
 * Prints one line for each of its steps.
 *
 * @throws {LandfallError} CONFIG_INVALID for an unknown party, a port in use, or a `pushTo` that is not a URL
 */
export async function runSandbox(id: string, { port, pushTo, pace }: SandboxCommand): Promise<void> {
  const logger = createLogger('warn');
  const onEvent = (event: Parameters<typeof lineOf>[0]) => printLine(lineOf(event));
  const close = (party: AsyncDisposable) => drainOnSignal({ logger, timeoutMs: drainMs, steps: [() => party[Symbol.asyncDispose]()] });
  const throwListenError = (error: NodeJS.ErrnoException) => {
    throw listenError(error, { host: '127.0.0.1', port, setting: '--port' });
  };
  if (id === 'subscriber') {
    const subscriber = await openSandboxSubscriber({ port, onEvent }).catch(throwListenError);
    printLines(introductionOf(subscriber));
    return close(subscriber);
  }
  const profile = profiles.find((each) => each.id === id);
  const known = [...profiles.map((each) => each.id), 'subscriber'].join(', ');
  if (profile === undefined) throw new LandfallError('CONFIG_INVALID', `There is no ${id} in the sandbox: expected one of ${known}.`);
  if (pushTo !== undefined && !URL.canParse(pushTo)) {
    throw new LandfallError('CONFIG_INVALID', `--push-to: expected a URL such as http://127.0.0.1:4000, got ${JSON.stringify(pushTo)}.`);
  }
  const carrier = await openSandboxCarrier(profile, { port, onEvent }).catch(throwListenError);
  printLines(introduction(carrier));
  carrier.run({ landfallUrl: pushTo, paceMs: pace });
  return close(carrier);
}

/** Returns an introduction that contains the partner file in a form that can be pasted. */
function introductionOf({ url, secret, profile: { id, name } }: SandboxSubscriber): string {
  return `
${name}, a sandbox subscriber, listens at ${url}
Save this as ${id}.yaml in PARTNERS_DIR; received messages are printed here.

id: ${id}
name: ${name}
publish:
  push:
    arrivalNotices: ${url}
    notifications: ${url}
    portCallEvents: ${url}
    secret: ${secret}
allowPrivate: true
`;
}

function introduction({ url, profile: { carrierName, ownKey, pushCredential } }: SandboxCarrier): string {
  return `
${carrierName}, a sandbox carrier:
  base URL         ${url}
  requires         x-api-key: ${ownKey}
  pushes with      ${pushCredential.header}: ${pushCredential.value}
`;
}
