import { hash } from 'node:crypto';
import { escapedForHtml } from '../http/html-text.ts';
import { isObject } from '../wire/shape-check.ts';

const style = `
:root { color-scheme: light dark; --line: color-mix(in srgb, currentcolor 18%, transparent); --soft: color-mix(in srgb, currentcolor 65%, transparent) }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 0 auto; padding: 1.5rem }
h1 { font-size: 1.6rem; margin: 0 }
h2 { font-size: 1.2rem; margin: 2.5rem 0 .5rem; padding-top: .5rem; border-top: 1px solid var(--line) }
h3 { font-size: 1rem; margin: 1.5rem 0 .25rem }
p, nav { color: var(--soft); margin: .25rem 0 1rem }
nav a { margin-right: .9rem; display: inline-block }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid var(--line) }
th { font-weight: 500; color: var(--soft) }
tbody th { width: 13rem }
td table tr:last-child > * { border-bottom: 0 }
.members th, .members td { overflow-wrap: anywhere }
.list { overflow-x: auto }
.list th, .list td { overflow-wrap: break-word; min-width: 4rem }
ul { margin: 0; padding-left: 1.1rem }
code { font: .92em ui-monospace, monospace }
@media (max-width: 45rem) {
  .members, .members > tbody, .members > tbody > tr, .members > tbody > tr > * { display: block; width: auto }
  .members > tbody > tr > th { border-bottom: 0; padding-bottom: 0 }
}
`;

/** Headers of the page. It loads nothing, runs no scripts, and its only style is the one inside it. */
export const pagePolicy = {
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
} as const;

/** Writes a capability profile as a page for people: one section for each member, one table for each object. */
export function capabilityPage(profile: object): string {
  const sections = Object.entries(profile);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Capability profile</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<h1>Capability profile</h1>
<p>What this deployment does of the DCSA standards. The same document as JSON: this address with <code>Accept: application/json</code>.</p>
<nav>${sections.map(([name]) => `<a href="#${escapedForHtml(name)}">${escapedForHtml(wordsOf(name))}</a>`).join('')}</nav>
${sections.map(([name, value]) => `<section id="${escapedForHtml(name)}"><h2>${escapedForHtml(wordsOf(name))}</h2>\n${sectionOf(value)}</section>`).join('\n')}
</body>
</html>
`;
}

/** Members that name an object in a list. */
const titles = ['standard', 'path', 'url', 'code'];

/** A list of large objects is written as one table for each, under its name. */
function sectionOf(value: unknown): string {
  if (!isList(value) || !value.some((each) => Object.values(each).some(isObject))) return written(value);
  return value
    .map((each) => {
      const title = titles.flatMap((name) => (name in each && name !== 'standard' ? [each[name]] : []))[0] ?? each['standard'];
      return `<h3>${escapedForHtml(String(title ?? ''))}</h3>\n${written(each)}`;
    })
    .join('\n');
}

/** @param name of the member, which has the unit of a number */
function written(value: unknown, name = ''): string {
  if (Array.isArray(value) && isList(value)) return tableOf(value);
  if (Array.isArray(value)) {
    const isProse = value.some((each) => /\s\S+\s/.test(String(each)));
    return isProse ? `<ul>${value.map((each) => `<li>${written(each)}</li>`).join('')}</ul>` : escapedForHtml(value.join(', ') || 'none');
  }
  if (isObject(value)) {
    const rows = Object.entries(value).map(([member, each]) => {
      if (isList(each)) return `<tr><td colspan="2"><div>${labelOf(member)}</div>${tableOf(each)}</td></tr>`;
      return `<tr><th>${labelOf(member)}</th><td>${written(each, member)}</td></tr>`;
    });
    return `<table class="members"><tbody>${rows.join('\n')}</tbody></table>`;
  }
  if (typeof value === 'number') return escapedForHtml(quantityOf(value, name));
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = String(value);
  return name === 'contact' && isLink(text)
    ? `<a href="${escapedForHtml(text)}" rel="noreferrer">${escapedForHtml(text)}</a>`
    : escapedForHtml(text);
}

function tableOf(rows: readonly Readonly<Record<string, unknown>>[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const head = columns.map((name) => `<th>${labelOf(name)}</th>`).join('');
  const cells = (row: Readonly<Record<string, unknown>>) =>
    columns.map((name) => `<td>${row[name] === undefined ? '' : written(row[name], name)}</td>`).join('');
  return `<div class="list"><table><thead><tr>${head}</tr></thead>\n${rows.map((row) => `<tr>${cells(row)}</tr>`).join('\n')}</table></div>`;
}

/** The name of a member in words. Other keys, such as names of headers, stay as they are. */
function labelOf(name: string): string {
  return /^[a-z][A-Za-z]*$/.test(name) ? escapedForHtml(wordsOf(name)) : `<code>${escapedForHtml(name)}</code>`;
}

function wordsOf(name: string): string {
  const words = name.replaceAll(/(?<=[a-z])[A-Z][a-z]*/g, (word) => ` ${word.toLowerCase()}`);
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

/** The units by the end of a member's name, each with its larger units. */
const units: readonly (readonly [ending: RegExp, units: Readonly<Record<string, number>>])[] = [
  [/ms$/i, { days: 86_400_000, h: 3_600_000, min: 60_000, s: 1_000, ms: 1 }],
  [/bytes$/i, { MiB: 1_048_576, KiB: 1_024, bytes: 1 }],
  [/seconds$/i, { s: 1 }],
  [/hours$/i, { days: 24, h: 1 }],
  [/days$/i, { days: 1 }],
];

/** Writes a number in the largest unit in which it is whole. */
function quantityOf(value: number, name: string): string {
  const [, sizes = {}] = units.find(([ending]) => ending.test(name)) ?? [];
  const unit = Object.entries(sizes).find(([, size]) => value % size === 0);
  const amount = (unit === undefined ? value : value / unit[1]).toLocaleString('en');
  return unit === undefined ? amount : `${amount} ${unit[0]}`;
}

/** Returns whether a value is a list of objects, at least one. */
function isList(value: unknown): value is readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) && value.length > 0 && value.every(isObject);
}

/** Returns whether a text is a link that runs nothing. */
function isLink(text: string): boolean {
  return URL.canParse(text) && ['https:', 'http:', 'mailto:', 'tel:'].includes(new URL(text).protocol);
}
