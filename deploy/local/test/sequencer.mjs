import { statSync } from 'node:fs';

/** Files that start programs or a browser: they take long, and want the machine for themselves as far as can be. */
const HEAVY = [
  /\.(?:e2e|redis)\.test\.ts$/u,
  /(?:canary|kills|crash|process)\.test\.ts$/u,
  /deploy\/(?:backup|checks\/(?:load|faults|fuzz))\//u,
];
/** The share of the run within which the last heavy one starts. */
const BEFORE_END = 0.8;

const bySize = (tests) =>
  tests
    .map((test) => ({ test, size: statSync(test.path).size }))
    .sort((a, b) => b.size - a.size)
    .map(({ test }) => test);

/**
 * Jest: in which order the files run where no earlier run tells how long they take, as on a build server. Large ones come
 * first; heavy ones are spread between them, so that few run side by side and none is left for one worker at the end.
 */
export default class Sequencer {
  sort(tests) {
    const isHeavy = ({ path }) => HEAVY.some((one) => one.test(path));
    const heavy = bySize(tests.filter(isHeavy));
    const light = bySize(tests.filter((test) => !isHeavy(test)));
    const place = (at) => Math.floor((at * BEFORE_END * light.length) / heavy.length);
    const order = heavy.map((test, at) => ({ test, before: place(at) }));
    return light
      .flatMap((test, at) => [...order.filter(({ before }) => before === at).map((one) => one.test), test])
      .concat(light.length === 0 ? heavy : []);
  }

  allFailedTests(tests) {
    return tests;
  }

  shard(tests) {
    return tests;
  }

  cacheResults() {
    // The order does not depend on earlier runs.
  }
}
