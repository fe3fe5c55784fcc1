/** The provider at which people sign in on the pages of this server. */
export interface Provider {
  readonly issuer: string;
  readonly clientId: string;
  readonly scope: string;
  readonly resource?: string;
}

/**
 * Fetches the provider; undefined if people do not sign in here. @throws {TypeError} if the server could not be reached
 */
export async function fetchProvider(): Promise<Provider | undefined> {
  const answer = await fetch('sign-in.json');
  if (!answer.ok) throw new TypeError(`sign-in.json was answered with ${answer.status}`);
  const provider = (await answer.json()) as Partial<Provider>;
  return provider.issuer === undefined ? undefined : (provider as Provider);
}
