import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { projectRoot } from '../src/paths.ts';
import { keptSeconds, weightOf } from '../src/test-weights.ts';

const kept = keptSeconds();

/** The seconds of a test file, of a group those of its members, which its first line tells (test-groups.ts). */
function secondsOf({ path }) {
  const [, members] = /^\/\/ ([\d.]+) seconds/u.exec(readFileSync(path, 'utf8')) ?? [];
  return members ? Number(members) : weightOf(relative(projectRoot, path), kept);
}

const longestFirst = (tests) =>
  tests
    .map((test) => ({ test, seconds: secondsOf(test) }))
    .toSorted((a, b) => b.seconds - a.seconds || (a.test.path < b.test.path ? -1 : 1));

/** Jest: the longest files first, so that none is left alone at the end; by kept figures, which every machine has alike. */
export default class Sequencer {
  sort(tests) {
    return longestFirst(tests).map(({ test }) => test);
  }

  allFailedTests(tests) {
    return tests;
  }

  /** Each file goes to the part that has the least so far: parts of about equal seconds, the same wherever they are made. */
  shard(tests, { shardIndex, shardCount }) {
    const parts = Array.from({ length: shardCount }, () => ({ seconds: 0, tests: [] }));
    for (const { test, seconds } of longestFirst(tests)) {
      const [least] = parts.toSorted((a, b) => a.seconds - b.seconds);
      least.tests.push(test);
      least.seconds += seconds;
    }
    return parts[shardIndex - 1].tests;
  }

  cacheResults() {
    // Nothing to keep.
  }
}
