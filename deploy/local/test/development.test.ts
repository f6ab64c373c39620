import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { watchFolder, workspacesOf } from '../src/development.ts';
import { until } from '@gerbang/service-kit/testing/until';

test('when a program is watched, then so are the packages that it uses, and no front end', () => {
  const found = workspacesOf('services/billing');
  expect(found).toEqual(
    expect.arrayContaining(['services/billing', 'packages/contracts', 'packages/domain']),
  );
  expect(found.filter((path) => /^(?:frontends|packages\/(?:ui|web-kit))/.test(path))).toEqual([]);
});

test('when a file is written, replaced twice or made in a new folder, then each save is seen', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gerbang-watch-'));
  mkdirSync(join(folder, 'feature'));
  let seen = new Set<string>();
  const end = watchFolder(folder, (file) => seen.add(file));
  const save = async (work: () => void, file: string) => {
    seen = new Set();
    work();
    await until(() => seen.has(file));
  };
  const replace = () => {
    writeFileSync(join(folder, 'draft'), 'text');
    renameSync(join(folder, 'draft'), join(folder, 'feature/rule.ts'));
  };
  await save(() => writeFileSync(join(folder, 'feature/rule.ts'), 'text'), 'rule.ts');
  await save(replace, 'rule.ts');
  await save(replace, 'rule.ts');
  mkdirSync(join(folder, 'later'));
  // A folder is watched a little after it was made, so that the first save in it may go unseen.
  await until(() => {
    writeFileSync(join(folder, 'later/route.ts'), 'text');
    return seen.has('route.ts');
  });
  end();
  rmSync(folder, { recursive: true });
});
