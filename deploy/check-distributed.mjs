// Starts the services of docker-compose.yml without Docker: Landfall from the root of its image, MongoDB, Redis and the proxy as
// programs of this machine, with the commands, settings and passwords of the file, in a network of their own. Part of deploy/check.
//
//   node check-distributed.mjs ROOT COMPOSE.json MONGOD FOLDER
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { WebSocket } from 'ws';

const [root, composeFile, mongod, folder] = process.argv.slice(2);
const { services } = JSON.parse(readFileSync(composeFile, 'utf8'));
const { keys, config } = JSON.parse(readFileSync(`${folder}/setup.json`, 'utf8'));
const proxy = 'http://127.0.0.1:8080';
const children = [];

function start(name, command, options = {}) {
  const log = openSync(`${folder}/${name}.log`, 'w');
  const child = spawn(command[0], command.slice(1), { stdio: ['ignore', log, log], ...options });
  children.push({ name, child, ended: once(child, 'exit') });
}

/** As a container: the user, the command and the environment of the image and the file. METRICS_PORT has one address for each. */
function startLandfall(name, index) {
  const { command, environment } = services[name];
  const variables = { ...config.environment, ...environment, METRICS_PORT: `127.0.0.${index + 10}:9464` };
  const assigned = Object.entries(variables).map(([variable, value]) => `${variable}=${value}`);
  const drop = ['--reuid=1000', '--regid=1000', '--clear-groups', '--no-new-privs', '--bounding-set=-all', '--inh-caps=-all'];
  start(name, ['chroot', root, 'setpriv', ...drop, 'env', '-i', ...assigned, ...config.entrypoint, ...command]);
}

async function until(what, attempt) {
  for (let tries = 0; ; tries += 1) {
    const result = await attempt().catch((error) => (tries > 120 ? Promise.reject(error) : undefined));
    if (result !== undefined && result !== false) return result;
    const dead = children.find(({ child }) => child.exitCode !== null);
    if (dead !== undefined) throw new Error(`${dead.name} ended:\n${readFileSync(`${folder}/${dead.name}.log`, 'utf8').slice(-2_000)}`);
    if (tries > 120) throw new Error(`${what} did not come`);
    await pause(500);
  }
}

function check(what, isTrue) {
  if (!isTrue) throw new Error(`not so: ${what}`);
  process.stdout.write(`${what}\n`);
}

async function startStores() {
  const { MONGO_INITDB_ROOT_PASSWORD: rootPassword, MONGODB_PASSWORD: password } = services.mongo.environment;
  writeFileSync(`${folder}/mongo.key`, 'a'.repeat(64), { mode: 0o400 });
  mkdirSync(`${folder}/db`);
  const options = ['--replSet', 'landfall', '--bind_ip_all', '--keyFile', `${folder}/mongo.key`, '--dbpath', `${folder}/db`];
  start('mongo', [mongod, ...options, '--wiredTigerCacheSizeGB', '0.25']);
  start('redis', services.redis.command);
  // What the image of MongoDB does by its variables, with the statements of the file.
  const local = new MongoClient('mongodb://127.0.0.1:27017/?directConnection=true');
  await until('mongod', () => local.db('admin').command({ hello: 1 }));
  await local.db('admin').command({ replSetInitiate: { _id: 'landfall', members: [{ _id: 0, host: 'mongo:27017' }] } });
  await until('a primary', async () => (await local.db('admin').command({ hello: 1 })).isWritablePrimary);
  await local.db('admin').command({ createUser: 'root', pwd: rootPassword, roles: ['root'] });
  await local.close();
  const client = new MongoClient(`mongodb://root:${rootPassword}@mongo:27017/?directConnection=true`);
  await client.db('landfall').command({ createUser: 'landfall', pwd: password, roles: ['readWrite'] });
  await client.close();
  const stranger = new MongoClient('mongodb://mongo:27017/landfall?directConnection=true');
  const refused = await stranger
    .db('landfall')
    .collection('x')
    .findOne()
    .then(
      () => false,
      () => true,
    );
  await stranger.close();
  check('MongoDB refuses a client without password', refused);
}

const post = (path, body, headers = {}) =>
  fetch(proxy + path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } });
const asked = async (query) => (await post('/graphql', { query }, { 'x-api-key': keys.tenant })).json();

async function checkRoutes() {
  const withoutKey = (path) => fetch(proxy + path);
  for (const path of ['/dcsa/arrival-notices', '/dcsa/v1/vessel-schedules?vesselIMONumber=9321483', '/dcsa/events', '/dcsa/nothing']) {
    const answer = await withoutKey(path);
    const status = path === '/dcsa/nothing' ? 404 : 401;
    check(`GET ${path} without a key is ${status}, in the form of ${answer.headers.get('api-version')}`, answer.status === status);
  }
  const statuses = {};
  for (const path of ['/', '/healthz', '/readyz', '/metrics']) statuses[path] = (await withoutKey(path)).status;
  check(`pages: ${JSON.stringify(statuses)}`, JSON.stringify(Object.values(statuses)) === '[200,200,404,404]');
  check('a query without a key is 401', (await post('/graphql', { query: '{ __typename }' })).status === 401);
}

/** Subscribes through the proxy. @returns the first event */
function firstEvent(query) {
  const socket = new WebSocket('ws://127.0.0.1:8080/graphql', 'graphql-transport-ws');
  const ready = Promise.withResolvers();
  const event = Promise.withResolvers();
  socket.on('open', () => socket.send(JSON.stringify({ type: 'connection_init', payload: { 'x-api-key': keys.tenant } })));
  socket.on('error', event.reject);
  socket.on('message', (text) => {
    const message = JSON.parse(text);
    if (message.type === 'connection_ack') {
      socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }));
      ready.resolve();
    }
    if (message.type === 'next') event.resolve(message.payload.data);
    if (message.type === 'error') event.reject(new Error(JSON.stringify(message.payload)));
  });
  return { ready: ready.promise, event: event.promise, close: () => socket.terminate() };
}

async function checkPush() {
  const subscription = firstEvent('subscription { arrivalNoticeVersionReceived(after: "0") { version { transportDocumentReference } } }');
  await subscription.ready;
  const notice = { issueDateTime: new Date().toISOString(), transportDocumentReference: 'ACME24040001' };
  const pushed = await post('/dcsa/arrival-notices', { arrivalNotices: [notice] }, { 'x-api-key': keys.partner });
  check(`a partner's push through the proxy is ${pushed.status}`, pushed.status === 200);
  const { arrivalNoticeVersionReceived: received } = await subscription.event;
  subscription.close();
  check(
    `a websocket through the proxy receives ${received.version.transportDocumentReference}`,
    received.version.transportDocumentReference !== undefined,
  );
  const { data, errors } = await asked('{ arrivalNotices { nodes { partner { id } transportDocumentReference } } partners { id } }');
  check(`a query finds it: ${JSON.stringify(data)}`, errors === undefined && data.arrivalNotices.nodes.length === 1);
  const arrivals = await until('its arrival', async () => {
    const found = (await asked('{ arrivals { nodes { transportDocumentReference } } }')).data?.arrivals?.nodes;
    return found?.length > 0 && found;
  });
  check(`the arrivals have evaluated it: ${JSON.stringify(arrivals)}`, true);
}

async function stop() {
  const order = [...children].reverse();
  for (const { name, child, ended } of order) {
    child.kill('SIGTERM');
    const started = performance.now();
    const [code] = await Promise.race([ended, pause(15_000, ['still running'])]);
    if (services[name]?.command?.[0] === 'serve') {
      check(`${name} ends with status ${code} after ${Math.round((performance.now() - started) / 100) / 10} s`, code === 0);
    } else child.kill('SIGKILL');
  }
}

try {
  await startStores();
  const parts = Object.keys(services).filter((name) => services[name].command?.[0] === 'serve');
  for (const [index, name] of parts.entries()) startLandfall(name, index);
  start('proxy', ['caddy', 'run', '--config', 'deploy/Caddyfile', '--adapter', 'caddyfile'], {
    env: { ...process.env, ...services.proxy.environment, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  for (const name of parts) {
    const { PORT } = services[name].environment;
    await until(name, async () => (await fetch(`http://127.0.0.1:${PORT}/readyz`)).ok);
  }
  await until('the proxy', async () => (await fetch(`${proxy}/healthz`)).ok);
  check(`ready: ${parts.join(', ')}, and the proxy`, true);
  await checkRoutes();
  await checkPush();
  const metrics = await (await fetch('http://127.0.0.10:9464/metrics')).text();
  check('metrics have a port of their own', metrics.includes('landfall_build_info'));
  await stop();
} catch (error) {
  process.stderr.write(`${error.stack}\n`);
  for (const { name } of children) process.stderr.write(`-- ${name}\n${readFileSync(`${folder}/${name}.log`, 'utf8').slice(-1_500)}\n`);
  process.exitCode = 1;
} finally {
  for (const { child } of children) child.kill('SIGKILL');
}
