import type { SignInProvider } from '#platform/access/sign-in-provider.ts';

/** Response headers of every file of a page. */
export type PageHeaders = Readonly<Record<string, string>>;

/** Returns the headers of a page while people sign in at a provider, or, without one, nowhere. */
export type PageHeadersOf = (provider: SignInProvider | undefined) => PageHeaders;

const sameForAll = {
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/** `'self'` in `connect-src` also covers websockets of the same host. */
const ownOriginOnly = ["default-src 'none'", "script-src 'self'", "img-src 'self' data:", "base-uri 'none'", "form-action 'none'"];

/**
 * The provider's origin, and no other: pages request its configuration and tokens, and renew a sign-in in a frame that
 * the provider redirects back to this server.
 */
function reachOf(provider: SignInProvider | undefined): string[] {
  if (provider === undefined) return ["connect-src 'self'"];
  const { origin } = new URL(provider.issuer);
  return [`connect-src 'self' ${origin}`, `frame-src 'self' ${origin}`];
}

function headersOf(provider: SignInProvider | undefined, rest: readonly string[]): PageHeaders {
  return { ...sameForAll, 'content-security-policy': [...ownOriginOnly, ...reachOf(provider), ...rest].join('; ') };
}

/** The board loads everything from this origin, and its page has no inline scripts or styles. */
export const boardHeaders: PageHeadersOf = (provider) => headersOf(provider, ["style-src 'self'", "frame-ancestors 'none'"]);

/** The page that a provider redirects to, also in the frame in which a page of this server renews a sign-in. */
export const signInHeaders: PageHeadersOf = (provider) => ({
  ...headersOf(provider, ["style-src 'self'", "frame-ancestors 'self'"]),
  'x-frame-options': 'SAMEORIGIN',
});

/** GraphiQL's editor writes style attributes and elements, embeds its fonts in style sheets, and runs language services in workers. */
export const graphiqlHeaders: PageHeadersOf = (provider) =>
  headersOf(provider, ["style-src 'self' 'unsafe-inline'", "font-src 'self' data:", "worker-src 'self'", "frame-ancestors 'none'"]);

/** For modules that pages of other origins load; they contain no secrets. */
export const sharedModuleHeaders: PageHeaders = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
};
