// Checks with a real Caddy that the proxy of Docker Compose compresses answers, and sends the events of a stream at once.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, get } from 'node:http';

const [work] = process.argv.slice(2);
const listen = (server) => new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server.address().port)));

// Answers with the media type that is the path. An event stream does not end.
const landfall = createServer(({ url }, response) => {
  response.setHeader('content-type', `${url.replace(/^\/(dcsa\/)?/, '')}; charset=utf-8`);
  if (url.endsWith('event-stream')) response.write('event: next\ndata: {}\n\n');
  else response.end(JSON.stringify({ data: 'x'.repeat(10_000) }));
});
const port = await listen(landfall);
const free = createServer();
const proxyPort = await listen(free);
await new Promise((resolve) => free.close(resolve));

const config = (await readFile(new URL('Caddyfile', import.meta.url), 'utf8'))
  .replaceAll(/import part \S+ \S+/g, `reverse_proxy 127.0.0.1:${port}`)
  .replace('{$SITE_ADDRESS::8080}', `http://127.0.0.1:${proxyPort}`);
await writeFile(`${work}/Caddyfile`, config);
const caddy = spawn('caddy', ['run', '--config', `${work}/Caddyfile`, '--adapter', 'caddyfile'], { stdio: ['ignore', 'ignore', 'pipe'] });
let log = '';
await new Promise((resolve, reject) => {
  caddy.stderr.setEncoding('utf8').on('data', (text) => {
    log += text;
    if (log.includes('serving initial configuration')) resolve();
  });
  caddy.once('exit', () => reject(new Error(`caddy ended:\n${log}`)));
});

/** Returns the content coding of an answer whose first bytes have arrived. */
const codingOf = (path) =>
  new Promise((resolve, reject) => {
    const options = { headers: { 'accept-encoding': 'gzip' }, timeout: 10_000, agent: false };
    const request = get(`http://127.0.0.1:${proxyPort}/${path}`, options, (response) => {
      response.once('data', () => {
        resolve(response.headers['content-encoding']);
        request.destroy();
      });
    });
    request.on('timeout', () => request.destroy(new Error(`${path}: nothing arrived`))).on('error', reject);
  });
try {
  assert.equal(await codingOf('application/json'), 'gzip');
  assert.equal(await codingOf('application/graphql-response+json'), 'gzip');
  assert.equal(await codingOf('dcsa/application/json'), 'gzip');
  assert.equal(await codingOf('text/event-stream'), undefined);
  process.stdout.write('answers are compressed, and event streams are not\n');
} finally {
  caddy.removeAllListeners('exit').kill();
  landfall.closeAllConnections();
  landfall.close();
}
