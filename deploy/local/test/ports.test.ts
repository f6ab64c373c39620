import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '../src/paths.ts';

const PORTS = JSON.stringify(pathToFileURL(join(projectRoot, 'deploy/local/src/ports.ts')).href);
const PROCESSES = 6;
const EACH = 150;
/** Holds what it was given until its input ends, as a launcher does until its programs listen. */
const launcher = (take: string) => `
  const { choosePorts, freePort, usualPorts } = await import(${PORTS});
  const given = [];
  ${take}
  console.log(given.join(' '));
  await new Promise((resolve) => process.stdin.resume().once('end', resolve));`;

/** The ports that so many launchers are given side by side, all of them together. */
async function givenTo(processes: number, take: string): Promise<string[]> {
  const children = Array.from({ length: processes }, () =>
    spawn(process.execPath, ['--input-type=module', '--eval', launcher(take)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    }),
  );
  const lines = await Promise.all(
    children.map(async ({ stdout }) => (await once(createInterface(stdout), 'line'))[0] as string),
  );
  const ends = children.map((child) => once(child, 'close'));
  for (const { stdin } of children) stdin.end();
  await Promise.all(ends);
  return lines.flatMap((line) => line.split(' '));
}

test('when processes choose ports side by side, then no port is given to two of them', async () => {
  const given = await givenTo(PROCESSES, `while (given.length < ${EACH}) given.push(await freePort());`);
  expect(given).toHaveLength(PROCESSES * EACH);
  expect(new Set(given).size).toBe(given.length);
});

test('when portals start side by side, then each has ports of its own before its programs listen', async () => {
  const given = await givenTo(2, 'given.push(...Object.values(await choosePorts(await usualPorts())));');
  expect(given.length).toBeGreaterThan(20);
  expect(new Set(given).size).toBe(given.length);
});
