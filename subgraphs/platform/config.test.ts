import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readConfig, requireGuards } from './config.ts';

describe('settings', () => {
  test('are all optional, and an empty variable counts as absent', () => {
    expect(readConfig({ PORT: '' })).toMatchObject({ PORT: 4000, HOST: '127.0.0.1' });
  });

  test('report every issue at once, by name and without the value', () => {
    const wrong = { PORT: '70000', LOG_LEVEL: 'loud', MONGODB_URL: 'http://user:s3cret@host', CURSOR_SECRET: 's3cret' };
    const names = ['PORT', 'LOG_LEVEL', 'MONGODB_URL', 'CURSOR_SECRET'];
    let message = '';
    expect(() => {
      try {
        readConfig(wrong);
      } catch (error) {
        message = error instanceof Error ? error.message : '';
        throw error;
      }
    }).toThrow(expect.objectContaining({ code: 'CONFIG_INVALID' }));
    expect(names.filter((name) => !message.includes(name))).toEqual([]);
    expect(message).not.toContain('s3cret');
  });

  test.each([
    'mongodb://h1,h2:27018,h3/landfall?replicaSet=rs0',
    'mongodb+srv://user:p%40ss@cluster.example/landfall?retryWrites=true',
    'mongodb://user:secret@h1,h2/landfall?tls=true&tlsCAFile=/ca.pem&authSource=admin&w=1',
    'mongodb://[::1]:27017/landfall',
    'mongodb://%2Ftmp%2Fmongodb-27017.sock/landfall',
  ])('accept the same MongoDB URLs as the driver: %s', (url) => {
    expect(readConfig({ MONGODB_URL: url }).MONGODB_URL).toBe(url);
  });

  test.each([
    ['mongodb://s3cret@h1,h2/?replicaSet=rs0', /MONGODB_URL: the URL names no database/],
    ['mongodb://s3cret@h1', /MONGODB_URL: the URL names no database/],
    ['mongodb+srv://s3cret@a.example,b.example/landfall', /MONGODB_URL: expected a URL such as .*: mongodb\+srv URI cannot have multiple/],
    ['mongodb://s3cret@s3cret@h/landfall', /MONGODB_URL: expected a URL such as/],
    ['s3cret', /MONGODB_URL: expected a URL such as .*: Invalid scheme/],
  ])('reject a MongoDB URL that names no database or cannot be parsed: %s', (url, message) => {
    const read = () => readConfig({ MONGODB_URL: url });
    expect(read).toThrow(expect.objectContaining({ code: 'CONFIG_INVALID', message: expect.stringMatching(message) }));
    expect(read).toThrow(expect.objectContaining({ message: expect.not.stringContaining('s3cret') }));
  });

  test('name trusted proxies by address or range, and none by default', () => {
    expect(readConfig({}).TRUSTED_PROXIES).toEqual([]);
    expect(readConfig({ TRUSTED_PROXIES: ' 10.0.0.0/8, ::1,' }).TRUSTED_PROXIES).toEqual(['10.0.0.0/8', '::1']);
    expect(() => readConfig({ TRUSTED_PROXIES: '10.0.0.0/8,proxy.example' })).toThrow(/TRUSTED_PROXIES: expected IP addresses or ranges/);
  });

  test('restrict open access to loopback unless access control is left to the network', () => {
    const config = (more: Record<string, string>) => readConfig({ ACCESS_FILE: './none.yaml', ...more });
    expect(() => requireGuards(config({ HOST: '0.0.0.0' }), 'together')).toThrow(/HOST: every caller would see all data/);
    expect(() => requireGuards(config({ HOST: '0.0.0.0', OPEN_ACCESS: 'true' }), 'together')).not.toThrow();
    expect(() => requireGuards(config({ HOST: '::1' }), 'together')).not.toThrow();
  });

  test('allow any host with an access file, which OPEN_ACCESS would contradict', () => {
    const config = (more: Record<string, string>) => readConfig({ ACCESS_FILE: fileURLToPath(import.meta.url), HOST: '0.0.0.0', ...more });
    expect(() => requireGuards(config({}), 'together')).not.toThrow();
    expect(() => requireGuards(config({ OPEN_ACCESS: 'true' }), 'together')).toThrow(/OPEN_ACCESS: expected false/);
  });

  test.each(['gateway', 'subgraph'] as const)('of a %s in distributed mode need secrets, unless access is open and on loopback', (part) => {
    const [accessFile, none] = [fileURLToPath(import.meta.url), './none.yaml'];
    const check = (more: Record<string, string>) => requireGuards(readConfig(more), part);
    expect(() => check({ ACCESS_FILE: none })).not.toThrow();
    for (const more of [{ ACCESS_FILE: accessFile }, { ACCESS_FILE: none, OPEN_ACCESS: 'true', HOST: '0.0.0.0' }]) {
      expect(() => check(more)).toThrow(
        expect.objectContaining({ code: 'CONFIG_INVALID', message: expect.stringContaining('SUBGRAPH_SECRETS') }),
      );
      expect(() => check({ ...more, SUBGRAPH_SECRETS: 'sixteen-letters-' })).not.toThrow();
    }
  });

  test('accept several secrets of at least 16 characters', () => {
    const [one, two] = ['the-newer-secret', 'the-former-secret'];
    expect(readConfig({ SUBGRAPH_SECRETS: `${one}, ${two}` }).SUBGRAPH_SECRETS).toEqual([one, two]);
    for (const wrong of ['short', `${one},short`, ' , ']) {
      expect(() => readConfig({ SUBGRAPH_SECRETS: wrong })).toThrow(/SUBGRAPH_SECRETS: expected secrets of at least 16 characters/);
    }
  });
});
