import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '../src/paths.ts';

const PROCESSES = 6;
const EACH = 150;
/** Holds what it was given until its input ends, as a launcher does until its programs listen. */
const PROGRAM = `
  const { freePort } = await import(${JSON.stringify(pathToFileURL(join(projectRoot, 'deploy/local/src/ports.ts')).href)});
  const given = [];
  while (given.length < ${EACH}) given.push(await freePort());
  console.log(given.join(' '));
  await new Promise((resolve) => process.stdin.resume().once('end', resolve));`;

test('when processes choose ports side by side, then no port is given to two of them', async () => {
  const children = Array.from({ length: PROCESSES }, () =>
    spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
      stdio: ['pipe', 'pipe', 'inherit'],
    }),
  );
  const lines = await Promise.all(
    children.map(async ({ stdout }) => (await once(createInterface(stdout), 'line'))[0] as string),
  );
  const ends = children.map((child) => once(child, 'close'));
  for (const { stdin } of children) stdin.end();
  await Promise.all(ends);
  const given = lines.flatMap((line) => line.split(' '));
  expect(given).toHaveLength(PROCESSES * EACH);
  expect(new Set(given).size).toBe(given.length);
});
