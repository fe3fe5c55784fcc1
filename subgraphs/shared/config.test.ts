import { describe, expect, test } from 'vitest';
import { readConfig, requireOpenAccess } from './config.ts';

describe('settings', () => {
  test('are all optional, and an empty variable is none', () => {
    expect(readConfig({ PORT: '' })).toMatchObject({ PORT: 4000, HOST: '127.0.0.1' });
  });

  test('report every fault at once, by name and without the value', () => {
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

  test('name the proxies to trust one by one or by range, and trust none by default', () => {
    expect(readConfig({}).TRUSTED_PROXIES).toEqual([]);
    expect(readConfig({ TRUSTED_PROXIES: ' 10.0.0.0/8, ::1,' }).TRUSTED_PROXIES).toEqual(['10.0.0.0/8', '::1']);
    expect(() => readConfig({ TRUSTED_PROXIES: '10.0.0.0/8,proxy.example' })).toThrow(/TRUSTED_PROXIES: expected IP addresses or ranges/);
  });

  test('keep an open Landfall on loopback unless it is said that the network decides', () => {
    const config = (more: Record<string, string>) => readConfig({ ACCESS_FILE: './none.yaml', ...more });
    expect(() => requireOpenAccess(config({ HOST: '0.0.0.0' }))).toThrow(expect.objectContaining({ code: 'CONFIG_INVALID' }));
    expect(() => requireOpenAccess(config({ HOST: '0.0.0.0', OPEN_ACCESS: 'true' }))).not.toThrow();
    expect(() => requireOpenAccess(config({ HOST: '::1' }))).not.toThrow();
  });
});
