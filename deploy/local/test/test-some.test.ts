import { testFilesOf } from '../src/commands/test-some.ts';
import { projectOf } from '../src/test-weights.ts';

test('when a test file is named, then that file is found, and a part of its path finds it too', () => {
  const file = 'deploy/local/test/test-some.test.ts';
  expect(testFilesOf([file])).toEqual([file]);
  expect(testFilesOf(['local/test/test-some'])).toEqual([file]);
});

test('when no test file has the word in its path, then the message shows how to name one', () => {
  expect(() => testFilesOf(['no-such-feature'])).toThrow(
    /No test file has no-such-feature in its path: npm run/,
  );
  expect(() => testFilesOf([])).toThrow(/npm run test:one --/);
});

test.each([
  ['gateway/test/limits.test.ts', 'node'],
  ['frontends/shell/test/pages.test.tsx', 'dom'],
  ['deploy/checks/browser/test/staff.e2e.test.ts', 'browser'],
])('when %s is run, then among the tests of kind %s', (file, project) => {
  expect(projectOf(file)).toBe(project);
});
