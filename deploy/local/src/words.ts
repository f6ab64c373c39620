import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChildResult } from './child.ts';
import { projectRoot } from './paths.ts';

interface Rule {
  readonly pattern: RegExp;
  readonly instead: string;
}

/** For comments and the names of tests. */
const PROSE: readonly Rule[] = [
  {
    pattern:
      /\bPrecisions\b|\((?:decisions|operations|performance|reliability|authorization|toolchain|ux)[,;) ]|\b(?:admission workflow|accounts and shell|accounts) §|\brows? [A-Z]\d\d\b|\(?\breliability [A-Z]\d/u,
    instead: 'the reason itself: the repository does not hold that paper',
  },
  {
    pattern: /\b(?:some|any)body\b|(?<!`)\bnobody\b(?!`)/iu,
    instead: 'the subject: a caller, a parent, an account',
  },
  { pattern: /\bthe own\b/iu, instead: '"its own", or the name of the thing' },
  {
    pattern: /\btellings?\b|\banswers (?:how|what|whether|which|who|true|false|null)\b/iu,
    instead: '"returns …"',
  },
];

/** For every line: names that the code once had for things with a common name. */
const NAMES: Rule = {
  pattern: /\b(?:carryOut|inWaves|tellings|Keyed?Slots|mustAnswer|UpstreamQuestion)\b/u,
  instead: "the field's term (.github/CONTRIBUTING.md, 'Words')",
};

const COMMENT = /^\s*(?:\/\/|\/?\*)|\s\/\/ /u;
const TEST_NAME = /\b(?:test|it|describe)(?:\.each)?\(\s*['"`]/u;

/** Lines of a source file with words that a newcomer does not know, each with what to write instead. */
export function wordsToChange(file: string, source: string): string[] {
  return source.split('\n').flatMap((line, at) => {
    const rules = COMMENT.test(line) || TEST_NAME.test(line) ? [...PROSE, NAMES] : [NAMES];
    const broken = rules.find(({ pattern }) => pattern.test(line));
    return broken ? [`${file}:${at + 1}: ${line.trim()}\n    write ${broken.instead}`] : [];
  });
}

/** The check of all sources: fails with the lines that are to be changed. */
export async function checkWords(): Promise<ChildResult> {
  const files = globSync('{packages,gateway,services,frontends,deploy}/**/*.{ts,tsx,mjs}', {
    cwd: projectRoot,
    exclude: [
      '**/node_modules/**',
      '**/dist/**',
      'deploy/local/src/words.ts',
      'deploy/local/test/words.test.ts',
    ],
  });
  const found = files
    .toSorted((one, two) => one.localeCompare(two))
    .flatMap((file) => wordsToChange(file, readFileSync(join(projectRoot, file), 'utf8')));
  return { code: found.length === 0 ? 0 : 1, output: found.join('\n') };
}
