import { expect, it } from 'vitest';
import { warnOfUnknownPartners } from './access-registry.ts';

it('partners that the access file names but that have no file are reported in a warning, once after each change', async () => {
  const warnings: unknown[] = [];
  const listeners: (() => void)[] = [];
  const onChange = (listener: () => void) => {
    listeners.push(listener);
    return () => listeners.splice(listeners.indexOf(listener), 1);
  };
  const known = new Set(['acme']);
  const tenants = [
    { name: 'all', entitlement: { partners: '*' as const } },
    { name: 'blue', entitlement: { partners: ['acme', 'acmee'] } },
    { name: 'red', entitlement: { partners: ['acme'] } },
  ];
  const parts = {
    access: { tenants: () => tenants, onChange },
    partners: { find: (id: string) => (known.has(id) ? ({} as never) : undefined), onChange },
    logger: { warn: (line: unknown) => warnings.push(line) } as never,
  };
  const watching = warnOfUnknownPartners(parts);
  expect(warnings).toEqual([{ unknown: [{ tenant: 'blue', partners: ['acmee'] }] }]);
  for (const listener of listeners) listener();
  expect(warnings).toHaveLength(1);
  known.delete('acme');
  listeners[1]?.();
  expect(warnings[1]).toEqual({
    unknown: [
      { tenant: 'blue', partners: ['acme', 'acmee'] },
      { tenant: 'red', partners: ['acme'] },
    ],
  });
  await watching[Symbol.asyncDispose]();
  expect(listeners).toEqual([]);
});
