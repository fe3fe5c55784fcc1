import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '#platform/package-root.ts';

// Part of `npm run check`. Fails on private words for which a standard term exists. Only words without a second meaning
// are listed; docs/contributing.md has the terms of the code base.

/**
 * Private words, each with the term to use instead. They are found in prose and inside camelCase and kebab-case names.
 */
const terms: Readonly<Record<string, string>> = {
  alarm: 'timer',
  allowance: 'quota',
  announcer: 'sequencer',
  asker: 'requester',
  awkward: 'deviating',
  bell: 'wake signal',
  catalogue: 'match rules',
  chapter: 'step',
  cohort: 'position group',
  comforts: 'optional checks',
  dearest: 'most expensive',
  'dictionary questions': 'translation lookups',
  encounter: 'record pair',
  extent: 'bounds',
  fares: 'health',
  'fault finder': 'yaml issues',
  'goes by': 'passes, expires',
  halved: 'split',
  'held until': 'paused until',
  'in one turn': 'at a time',
  'in vain': 'failed',
  intake: 'ingest',
  judgement: 'assessment',
  '(?<!trade[ _-])lane': 'delivery queue, trade lane or chart row',
  learnt: 'observed',
  ledger: 'comparison builder',
  mended: 'repaired, corrected',
  'new texts': 'parse budget',
  nobody: 'no caller, no client, no process',
  outlet: 'socket writer',
  'page memory': 'match cache',
  refilter: 'post-filter',
  'remove old': 'expire versions',
  richness: 'completeness',
  'row tally': 'row counter',
  'say the same': 'has same content',
  'settle held': 'resolve duplicate',
  shelf: 'version cache',
  somebody: 'a caller, a client, a process',
  'strange host': 'untrusted host',
  strays: 'unrequested rows',
  stretch: 'log range',
  'taken in': 'accepted, included',
  tally: 'stats',
  teller: 'scenario runner',
  'term rule': 'backfill',
  thing: 'entity',
  tidings: 'status',
  twin: 'log field',
  veil: 'encrypt',
  'what came': 'the received data',
  whoever: 'the caller, the reader',
  witnesses: 'consulted sources',
};

const checked = /\.(css|graphql|html|json|md|sh|ts|tsx|ya?ml)$/;
/** Files that tools write, that come from partners, or that are about these words. */
const excluded =
  /(^|\/)generated\/|^schema\/(api|supergraph)\.graphql$|^package-lock\.json$|^test\/fixtures\/|^test\/support\/check-words\.ts$/;

const patterns = Object.entries(terms).map(([word, term]) => ({
  pattern: new RegExp(`(?<![a-z])${word}(?![a-rt-z])`, 'i'),
  word: word.replace(/^\(.*?\)/, ''),
  term,
}));

const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: packageRoot, encoding: 'utf8' }).split('\0');
for (const file of tracked) {
  if (!checked.test(file) || excluded.test(file)) continue;
  for (const [index, line] of readFileSync(join(packageRoot, file), 'utf8').split('\n').entries()) {
    // `LANE` is a confidence of matches.
    const apart = line.replace(/\bLANE\b/g, '').replace(/([a-z0-9])([A-Z])|(?<=[a-z0-9])-(?=[a-z])/g, '$1 $2');
    for (const { pattern, word, term } of patterns) {
      if (!pattern.test(apart)) continue;
      process.stderr.write(`${file}:${index + 1}: "${word}" is not a term of this code base; use ${term}\n`);
      process.exitCode = 1;
    }
  }
}
