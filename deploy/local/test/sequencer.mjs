import { readFileSync, statSync } from 'node:fs';

/** Files that start programs or a browser take long and load both cores. */
const HEAVY = [
  /\.e2e\.test\.ts$/u,
  /(?:canary|kills|crash|process|databases|metrics)\.test\.ts$/u,
  /deploy\/(?:backup|checks\/(?:load|faults|fuzz))\//u,
];
/** The last heavy file starts within this share of the run. */
const BEFORE_END = 0.7;

/** The bytes of a test file, of a group those of its members, which its first line tells (test-groups.ts). */
function sizeOf(path) {
  const [, members] = /^\/\/ (\d+) bytes/u.exec(readFileSync(path, 'utf8')) ?? [];
  return members ? Number(members) : statSync(path).size;
}

const bySize = (tests) =>
  tests
    .map((test) => ({ test, size: sizeOf(test.path) }))
    .sort((a, b) => b.size - a.size)
    .map(({ test }) => test);

/**
 * Jest: the order of the files, which does not depend on earlier runs (a build server has none). Large files come
 * first; heavy ones are spread between the light ones, so that few run side by side and none is left for the end.
 */
export default class Sequencer {
  sort(tests) {
    const isHeavy = ({ path }) => HEAVY.some((pattern) => pattern.test(path));
    const heavy = bySize(tests.filter(isHeavy));
    const light = bySize(tests.filter((test) => !isHeavy(test)));
    if (light.length === 0) return heavy;
    const place = (at) => Math.floor((at * BEFORE_END * light.length) / heavy.length);
    const placed = heavy.map((test, at) => ({ test, before: place(at) }));
    return light.flatMap((test, at) => [
      ...placed.filter(({ before }) => before === at).map((one) => one.test),
      test,
    ]);
  }

  allFailedTests(tests) {
    return tests;
  }

  shard(tests) {
    return tests;
  }

  cacheResults() {
    // Nothing to keep.
  }
}
