import { describe, expect, it } from 'vitest';
import { openGateway } from './open-gateway.ts';

const pdf = Buffer.from('%PDF-1.7 not really\xff', 'latin1');

describe('an embedded visualization', () => {
  it('is sent unchanged as a download, and not sent again when the client has it', async () => {
    await using landfall = await openGateway();
    landfall.subgraph.append({
      reference: 'A',
      visualization: { name: 'Notice é.pdf', contentType: 'application/pdf', content: pdf.toString('base64') },
    });
    const response = await fetch(`${landfall.url}/visualizations/version-1`);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="Notice _.pdf"; filename*=UTF-8''Notice%20%C3%A9.pdf`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
      'content-length': String(pdf.length),
    });
    expect(Buffer.from(await response.arrayBuffer())).toEqual(pdf);
    const again = await fetch(`${landfall.url}/visualizations/version-1`, {
      headers: { 'if-none-match': response.headers.get('etag') ?? '' },
    });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it.each([
    ['text/html', 'application/octet-stream'],
    ['image/svg+xml', 'application/octet-stream'],
    ['IMAGE/PNG', 'image/png'],
    ['application/pdf\r\nset-cookie: a=b', 'application/octet-stream'],
  ])('of type %s is sent as %s', async (contentType, given) => {
    await using landfall = await openGateway();
    landfall.subgraph.append({ reference: 'A', visualization: { contentType, content: 'AA==' } });
    const response = await fetch(`${landfall.url}/visualizations/version-1`);
    expect([response.status, response.headers.get('content-type'), response.headers.get('set-cookie')]).toEqual([200, given, null]);
  });

  it.each([
    ['../../etc/passwd', `filename="_.._etc_passwd"; filename*=UTF-8''.._.._etc_passwd`],
    ['a"b\r\nx: y', `filename="a_b__x_ y"; filename*=UTF-8''a%22b__x%3A%20y`],
    ['\ud800', `filename="_"; filename*=UTF-8''%EF%BF%BD`],
    ['', `filename="visualization"; filename*=UTF-8''visualization`],
  ])('named %j has a harmless file name', async (name, disposition) => {
    await using landfall = await openGateway();
    landfall.subgraph.append({ reference: 'A', visualization: { name, contentType: 'application/pdf', content: 'AA==' } });
    const response = await fetch(`${landfall.url}/visualizations/version-1`);
    expect(response.headers.get('content-disposition')).toBe(`attachment; ${disposition}`);
  });

  it.each(['version-1', 'notice-A', 'nothing', '%00'])('that does not exist is a 404 in JSON: %s', async (id) => {
    await using landfall = await openGateway();
    landfall.subgraph.append({ reference: 'A' });
    const response = await fetch(`${landfall.url}/visualizations/${id}`);
    expect([response.status, await response.json()]).toEqual([
      404,
      { errors: [{ message: 'The visualization does not exist, or the caller may not see it.', extensions: { code: 'NOT_FOUND' } }] },
    ]);
  });
});
