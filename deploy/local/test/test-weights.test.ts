import { runs } from '@gerbang/domain/testing/runs';
import fc from 'fast-check';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../src/paths.ts';
import { keptSeconds, shareOut, weigher } from '../src/test-weights.ts';

const files = fc
  .uniqueArray(fc.tuple(fc.stringMatching(/^[a-z]{1,6}$/u), fc.integer({ min: 0, max: 60 })), {
    selector: ([path]) => path,
    maxLength: 60,
  })
  .map((all) => all.map(([path, seconds]) => ({ path, seconds })));

test('when files are shared out, then each is in one part, the parts differ by no more than one file, in any order', () => {
  fc.assert(
    fc.property(files, fc.integer({ min: 1, max: 9 }), fc.infiniteStream(fc.nat()), (all, count, numbers) => {
      const parts = shareOut(all, count);
      expect(parts).toHaveLength(count);
      expect(parts.flat().toSorted((a, b) => (a.path < b.path ? -1 : 1))).toEqual(
        all.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
      );
      const sums = parts.map((part) => part.reduce((sum, { seconds }) => sum + seconds, 0));
      const heaviest = Math.max(0, ...all.map(({ seconds }) => seconds));
      expect(Math.max(...sums) - Math.min(...sums)).toBeLessThanOrEqual(heaviest);
      const shuffled = all
        .map((file) => ({ file, at: numbers.next().value as number }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ file }) => file);
      expect(shareOut(shuffled, count)).toEqual(parts);
    }),
    { numRuns: runs(500) },
  );
});

test('when a file has no figure yet, then it weighs by its length as the measured files of its kind do', () => {
  const [server, page, journey] = [
    'deploy/local/test/test-some.test.ts',
    'frontends/shell/test/guards.test.tsx',
    'deploy/checks/browser/test/help.e2e.test.ts',
  ] as const;
  const sizeOf = (file: string) => statSync(join(projectRoot, file)).size;
  const weightOf = weigher({
    [server]: sizeOf(server) / 2000,
    [page]: sizeOf(page) / 1000,
    [journey]: sizeOf(journey) / 100,
    'deploy/local/test/gone.test.ts': 0,
  });
  expect(weightOf(server)).toBe(sizeOf(server) / 2000);
  for (const [file, bytesASecond] of [
    ['deploy/local/test/test-weights.test.ts', 2000],
    ['frontends/shell/test/frame.test.tsx', 1000],
    ['deploy/checks/browser/test/years.e2e.test.ts', 100],
  ] as const)
    expect(weightOf(file)).toBeCloseTo(sizeOf(file) / bytesASecond);
  expect(weigher({})(server)).toBe(0);
});

/** Seconds that a file may take in the kept run; in a browser a file is a whole journey. */
const BUDGET = { server: 15, browser: 60 };
/** Files over it, with the reason why they are not shorter. */
const LONGER: Readonly<Record<string, string>> = {
  'deploy/checks/browser/test/accessibility.e2e.test.ts': 'every page, once a rule set',
  'deploy/checks/browser/test/documents.e2e.test.ts':
    'a family sends and a clerk reviews nine kinds of papers',
  'deploy/backup/test/beside.test.ts': 'saves and restores six databases',
  'deploy/local/test/databases.test.ts': 'migrates whole installations, killed and cut off half-way',
  'frontends/admission/src/registration-stages/stage-dialog.test.tsx':
    'types into every field of every stage',
  'frontends/admission/src/staff-registrations/registration-panel.test.tsx':
    'opens each role’s panel and dialogs',
  'gateway/test/hostile.api.test.ts': 'every call with hostile texts',
  'gateway/test/late-refusals.test.ts': 'refuses bodies of every size while they are sent',
  'packages/service-kit/test/pressure.test.ts': 'waits for real leases to lapse',
  'packages/service-kit/test/queue-clock.test.ts': 'starts processes with wrong clocks',
  'packages/service-kit/test/watchdog.test.ts': 'stops and spins real processes',
  'services/admission/test/proof-alerts.api.test.ts': 'compares pictures',
  'services/admission/test/proof-copies.test.ts': 'compares pictures',
  'services/admission/test/proof-prints.test.ts': 'compares pictures',
  'services/auth/test/login-line.redis.test.ts': 'lets a line of logins wait',
  'services/billing/test/papers.api.test.ts': 'draws every kind of paper',
  'services/billing/test/replaced-papers.api.test.ts': 'draws and draws anew every kind of paper',
  'services/notification/test/bulk-waves.test.ts': 'sends waves of thousands through the real queue',
  'services/notification/test/main-path.test.ts': 'starts worker processes',
  'services/notification/test/worker-process.test.ts': 'starts worker processes',
};

test('when a test file took longer than its budget in the kept run, then there is a reason for it', () => {
  const kept = Object.entries(keptSeconds());
  expect(kept.length).toBeGreaterThan(500);
  const over = kept.filter(
    ([path, seconds]) => seconds > (path.includes('.e2e.') ? BUDGET.browser : BUDGET.server),
  );
  expect(over.map(([path]) => path).filter((path) => !(path in LONGER))).toEqual([]);
});
