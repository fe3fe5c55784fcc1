import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rawExchange } from '../../support/raw-exchange.ts';
import { openPages, samplePages } from './open-pages.ts';

describe('a page', () => {
  it('is served with its files, each with its type, and allows nothing of other origins and nothing inline', async () => {
    await using pages = await openPages();
    const answers = await Promise.all(['/', '/index.js', '/graphiql', '/graphiql/editor.worker.js'].map((path) => fetch(pages.url + path)));
    expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual([
      samplePages['board/index.html'],
      samplePages['board/index.js'],
      samplePages['graphiql/index.html'],
      samplePages['graphiql/editor.worker.js'],
    ]);
    const [html, js] = ['text/html; charset=utf-8', 'text/javascript; charset=utf-8'];
    expect(answers.map(({ headers }) => headers.get('content-type'))).toEqual([html, js, html, js]);
    const policies = answers.map(({ headers }) => headers.get('content-security-policy')?.split('; ') ?? []);
    for (const policy of policies) {
      expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"]));
      expect(policy.join()).not.toContain('unsafe-eval');
    }
    expect(policies[0]?.join()).not.toContain('unsafe');
    expect(Object.fromEntries(answers[0]?.headers ?? [])).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('geolocation=()'),
    });
  });

  it('is revalidated each time and sent again only when it has changed; files with a hash in their name are cached permanently', async () => {
    await using pages = await openPages();
    const first = await fetch(pages.url);
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('no-cache');
    for (const known of [etag, `"other", ${etag}`, etag.replace('W/', ''), '*']) {
      const again = await fetch(pages.url, { headers: { 'if-none-match': known } });
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
    }
    expect((await fetch(pages.url, { headers: { 'if-none-match': 'W/"other"' } })).status).toBe(200);
    const hashed = await fetch(`${pages.url}/assets/list-Ab3dEf9h.js`);
    expect(hashed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  it('is compressed for clients that accept it, with a Vary header for caches', async () => {
    await using pages = await openPages();
    for (const [accepted, encoding] of [
      ['br, gzip', 'gzip'],
      ['br', null],
      ['identity', null],
    ] as const) {
      const answer = await fetch(pages.url, { headers: { 'accept-encoding': accepted } });
      expect([answer.headers.get('content-encoding'), answer.headers.get('vary')]).toEqual([encoding, 'Accept-Encoding']);
      expect(await answer.text()).toBe(samplePages['board/index.html']);
    }
  });

  it('answers HEAD like GET, without a body', async () => {
    await using pages = await openPages();
    const answer = await rawExchange(pages.port, 'HEAD / HTTP/1.1\r\nhost: landfall.example\r\nconnection: close\r\n\r\n');
    const [head = '', body] = answer.split('\r\n\r\n');
    expect(head).toContain('HTTP/1.1 200 OK');
    expect(head).toContain(`content-length: ${samplePages['board/index.html'].length}`);
    expect(head).toContain('etag: W/"');
    expect(body).toBe('');
  });

  it('that is not built names the command to run, in the response and in the log, while the others are served', async () => {
    const { 'board/index.html': _, ...rest } = samplePages;
    await using pages = await openPages(rest);
    const answer = await fetch(pages.url);
    expect([answer.status, await answer.text()]).toEqual([
      404,
      'This page has not been built. Run `npm run build` and restart the server.\n',
    ]);
    expect(pages.logged().match(/this page has not been built: run `npm run build`/g)).toHaveLength(1);
    expect((await fetch(`${pages.url}/graphiql`)).status).toBe(200);
  });

  it('whose files are removed while it is served reports this without naming a folder', async () => {
    await using pages = await openPages();
    await rm(join(pages.folder, 'board'), { recursive: true });
    const answer = await fetch(pages.url);
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain(pages.folder);
  });
});

describe('pages of other origins', () => {
  it('may load the component and the client as modules, and no other file', async () => {
    await using pages = await openPages();
    const sharing = async (path: string) => {
      const { headers } = await fetch(pages.url + path, { headers: { origin: 'https://platform.example' } });
      return [headers.get('access-control-allow-origin'), headers.get('cross-origin-resource-policy')];
    };
    for (const path of ['/landfall-arrivals.js', '/landfall-client.js']) expect(await sharing(path)).toEqual(['*', 'cross-origin']);
    for (const path of ['/', '/index.js', '/graphiql', '/schema.graphql']) expect(await sharing(path)).toEqual([null, 'same-origin']);
  });
});

describe('a request for a path that is not a file of a page', () => {
  it.each([
    '/secret.txt',
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/..%5csecret.txt',
    '/graphiql/../../secret.txt',
    '/graphiql/%2e%2e%2f%2e%2e%2fsecret.txt',
    '//secret.txt',
    '/index.html',
    '/index.js%00',
    '/index.js%00.html',
    '/index.js/',
    '/assets',
    '/assets/',
    '/board/index.js',
    '/client.d.ts',
    '/landfall-arrivals.d.ts',
    '/__proto__',
    '/constructor',
  ])('%s is answered with 404', async (path) => {
    await using pages = await openPages();
    const answer = await rawExchange(pages.port, `GET ${path} HTTP/1.1\r\nhost: landfall.example\r\nconnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).not.toContain(pages.folder);
  });

  it('with invalid encoding is answered with 404', async () => {
    await using pages = await openPages();
    const answer = await rawExchange(pages.port, 'GET /index.js%zz HTTP/1.1\r\nhost: landfall.example\r\nconnection: close\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
  });

  it('or with another method is answered with 404', async () => {
    await using pages = await openPages();
    expect((await fetch(pages.url, { method: 'POST' })).status).toBe(404);
  });
});
