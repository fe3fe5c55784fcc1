import type { SignInProvider } from '#platform/access/sign-in-provider.ts';

/** Response headers of every file of a page. */
export type PageHeaders = Readonly<Record<string, string>>;

/** Returns the headers of a page. The provider is where people sign in; undefined if they do not. */
export type PageHeadersOf = (provider: SignInProvider | undefined) => PageHeaders;

const sameForAll = {
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/** `'self'` in `connect-src` also covers websockets of the same host. */
const ownOriginOnly = ["default-src 'none'", "script-src 'self'", "img-src 'self' data:", "base-uri 'none'", "form-action 'none'"];

/**
 * Returns the origin of the provider, which is the only other one: pages request its configuration and tokens, and
 * renew a sign-in in a frame that the provider redirects back to this server.
 */
function reachOf(provider: SignInProvider | undefined): string[] {
  if (provider === undefined) return ["connect-src 'self'"];
  const { origin } = new URL(provider.issuer);
  return [`connect-src 'self' ${origin}`, `frame-src 'self' ${origin}`];
}

function headersOf(provider: SignInProvider | undefined, rest: readonly string[]): PageHeaders {
  return { ...sameForAll, 'content-security-policy': [...ownOriginOnly, ...reachOf(provider), ...rest].join('; ') };
}

/** Headers of the board, which loads everything from this origin and has no inline scripts or styles. */
export const boardHeaders: PageHeadersOf = (provider) => headersOf(provider, ["style-src 'self'", "frame-ancestors 'none'"]);

/**
 * Headers of the page to which a provider redirects, including in the frame in which a page of this server renews a
 * sign-in.
 */
export const signInHeaders: PageHeadersOf = (provider) => ({
  ...headersOf(provider, ["style-src 'self'", "frame-ancestors 'self'"]),
  'x-frame-options': 'SAMEORIGIN',
});

/**
 * Headers of GraphiQL, whose editor writes style attributes and elements, embeds its fonts in style sheets, and runs
 * language services in workers.
 */
export const graphiqlHeaders: PageHeadersOf = (provider) =>
  headersOf(provider, ["style-src 'self' 'unsafe-inline'", "font-src 'self' data:", "worker-src 'self'", "frame-ancestors 'none'"]);

/** Headers of modules that pages of other origins load. They contain no secrets. */
export const sharedModuleHeaders: PageHeaders = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
};
