import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { projectRoot } from '../src/paths.ts';
import { heaviestFirst, shareOut, weigher } from '../src/test-weights.ts';

const weightOf = weigher();

/** The seconds of a test file, of a group those of its members, which its first line tells (test-groups.ts). */
function secondsOf(path) {
  const [, members] = /^\/\/ ([\d.]+) seconds/u.exec(readFileSync(path, 'utf8')) ?? [];
  return members ? Number(members) : weightOf(relative(projectRoot, path));
}

const weighed = (tests) => tests.map((test) => ({ test, path: test.path, seconds: secondsOf(test.path) }));
const testsOf = (files) => files.map(({ test }) => test);

/** Jest: the longest files first, so that none is left alone at the end; by kept figures, which every machine has alike. */
export default class Sequencer {
  sort(tests) {
    return testsOf(heaviestFirst(weighed(tests)));
  }

  allFailedTests(tests) {
    return tests;
  }

  shard(tests, { shardIndex, shardCount }) {
    return testsOf(shareOut(weighed(tests), shardCount)[shardIndex - 1]);
  }

  cacheResults() {
    // Nothing to keep.
  }
}
