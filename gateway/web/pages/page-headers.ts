/** Response headers of every file of a page. */
export type PageHeaders = Readonly<Record<string, string>>;

const sameForAll = {
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/** `'self'` in `connect-src` also covers websockets of the same host. */
const ownOriginOnly = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];

/** The board loads everything from this origin, and its page has no inline scripts or styles. */
export const boardHeaders: PageHeaders = {
  ...sameForAll,
  'content-security-policy': [...ownOriginOnly, "style-src 'self'"].join('; '),
};

/** GraphiQL's editor writes style attributes and elements, embeds its fonts in style sheets, and runs language services in workers. */
export const graphiqlHeaders: PageHeaders = {
  ...sameForAll,
  'content-security-policy': [...ownOriginOnly, "style-src 'self' 'unsafe-inline'", "font-src 'self' data:", "worker-src 'self'"].join(
    '; ',
  ),
};

/** For modules that pages of other origins load; they contain no secrets. */
export const sharedModuleHeaders: PageHeaders = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
};
