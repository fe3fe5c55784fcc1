/** Response headers of every file of a page. */
export type PageHeaders = Readonly<Record<string, string>>;

const sameForAll = {
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/** `'self'` in `connect-src` covers websockets of the same host too. */
const ownOriginOnly = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];

/** The board takes everything from this origin, and nothing is written into the page itself. */
export const boardHeaders: PageHeaders = {
  ...sameForAll,
  'content-security-policy': [...ownOriginOnly, "style-src 'self'"].join('; '),
};

/** The editor of GraphiQL writes style attributes and elements, has its fonts in its styles, and runs language services in workers. */
export const graphiqlHeaders: PageHeaders = {
  ...sameForAll,
  'content-security-policy': [...ownOriginOnly, "style-src 'self' 'unsafe-inline'", "font-src 'self' data:", "worker-src 'self'"].join(
    '; ',
  ),
};

/** For modules that pages of other origins load; they hold nothing that is secret. */
export const sharedModuleHeaders: PageHeaders = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
};
