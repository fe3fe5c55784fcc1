import { expect, it } from 'vitest';
import { formatCsv } from './csv-rows.ts';

it('keeps a spreadsheet from executing what a partner has written, and quotes what would end a cell', () => {
  const csv = formatCsv(
    [
      ['=1+1', '+1', '-1', '@SUM(A1)', ' =1', '\tx', '＝1'],
      ['a,b', 'a"b', 'a\nb', null, undefined, -1, 'NSXU1234567'],
    ],
    'en-GB',
  );
  expect(csv).toBe(`\uFEFF"'=1+1","'+1","'-1","'@SUM(A1)","' =1","'\tx","'＝1"\r\n"a,b","a""b","a\nb",,,-1,NSXU1234567\r\n`);
});

it('separates by semicolon where the comma is the decimal sign', () => {
  expect(formatCsv([['a', 'b;c']], 'de-DE')).toBe('\uFEFFa;"b;c"\r\n');
});
