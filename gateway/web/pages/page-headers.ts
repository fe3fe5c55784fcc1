import type { SignInProvider } from '#platform/access/access-file.ts';

/** Response headers of every file of a page. */
export type PageHeaders = Readonly<Record<string, string>>;

/** Returns the headers of a page. The provider is where people sign in; undefined if they do not. */
export type PageHeadersOf = (provider: SignInProvider | undefined) => PageHeaders;

const sameForAll = {
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/** `'self'` in `connect-src` also covers websockets of the same host. */
const ownOriginOnly = ["default-src 'none'", "script-src 'self'", "base-uri 'none'", "form-action 'none'"];

/** What a page may load besides its own scripts, and whom it may reach. */
interface PageReach {
  readonly provider: SignInProvider | undefined;
  /** Whether frames and images may show blobs, which only the page's own scripts can make. */
  readonly showsBlobs?: boolean;
  readonly rest: readonly string[];
}

/**
 * Returns headers that allow no other origin than the provider's: pages request its configuration and tokens, and renew a
 * sign-in in a frame that the provider redirects back to this server.
 */
function headersOf({ provider, showsBlobs = false, rest }: PageReach): PageHeaders {
  const origins = provider === undefined ? [] : [new URL(provider.issuer).origin];
  const blobs = showsBlobs ? ['blob:'] : [];
  const frames = [...origins.flatMap((origin) => ["'self'", origin]), ...blobs];
  const policy = [
    ...ownOriginOnly,
    ["img-src 'self' data:", ...blobs].join(' '),
    ["connect-src 'self'", ...origins].join(' '),
    ...(frames.length === 0 ? [] : [['frame-src', ...frames].join(' ')]),
    ...rest,
  ];
  return { ...sameForAll, 'content-security-policy': policy.join('; ') };
}

/**
 * Headers of the board, which loads everything from this origin and has no inline scripts or styles. It shows the file of a
 * notice, a PDF or an image, as a blob that it creates itself.
 */
export const boardHeaders: PageHeadersOf = (provider) =>
  headersOf({ provider, showsBlobs: true, rest: ["style-src 'self'", "frame-ancestors 'none'"] });

/**
 * Headers of the page to which a provider redirects, including in the frame in which a page of this server renews a
 * sign-in.
 */
export const signInHeaders: PageHeadersOf = (provider) => ({
  ...headersOf({ provider, rest: ["style-src 'self'", "frame-ancestors 'self'"] }),
  'x-frame-options': 'SAMEORIGIN',
});

/**
 * Headers of GraphiQL, whose editor writes style attributes and elements, embeds its fonts in style sheets, and runs
 * language services in workers.
 */
export const graphiqlHeaders: PageHeadersOf = (provider) =>
  headersOf({
    provider,
    rest: ["style-src 'self' 'unsafe-inline'", "font-src 'self' data:", "worker-src 'self'", "frame-ancestors 'none'"],
  });

/** Headers of modules that pages of other origins load. They contain no secrets. */
export const sharedModuleHeaders: PageHeaders = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
};
