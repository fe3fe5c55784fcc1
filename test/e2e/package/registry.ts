/** Why a test is skipped. */
export const noRegistry = 'the npm registry cannot be reached';
/** Messages of npm, yarn and pnpm if the registry is unreachable, and not if a package is wrong. */
const unreachable = /ENOTFOUND|ECONNREFUSED|ECONNRESET|EAI_AGAIN|ETIMEDOUT|ENETUNREACH|ENOTCACHED|dns error/;

/**
 * Waits for an installation of packages. With `CI` set the registry must be reachable.
 *
 * @returns false if it cannot be reached, which a line also reports
 */
export async function reachedRegistry(installing: Promise<unknown>): Promise<boolean> {
  try {
    await installing;
    return true;
  } catch (error) {
    if (process.env['CI'] || !unreachable.test(`${error} ${(error as { stdout?: string }).stdout}`)) throw error;
    process.stderr.write(`\n*** NO NPM REGISTRY: that the packages can be installed was not tested. ***\n${error}\n`);
    return false;
  }
}
