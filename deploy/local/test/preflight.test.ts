import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../src/ports.ts';
import { projectRoot } from '../src/paths.ts';
import { preflight } from '../src/preflight.ts';

let home: string;
const servers: Server[] = [];

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'gerbang-preflight-'));
});
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
  rmSync(home, { recursive: true, force: true });
});

async function takenPort(): Promise<number> {
  const port = await freePort();
  const server = createServer();
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return port;
}

test('when folder and ports are free, then the checks pass', async () => {
  await expect(
    preflight(join(home, 'new'), { PORT: await freePort(), SIMULATOR_PORT: await freePort() }),
  ).resolves.toBeUndefined();
});

test('when the port is taken, then one line names it and the command that helps', async () => {
  const port = await takenPort();
  await expect(preflight(home, { PORT: port, SIMULATOR_PORT: await freePort() })).rejects.toThrow(
    new RegExp(`^Port ${port} is already in use: run it as PORT=\\d+ npm run up$`),
  );
});

test('when both ports are taken, then one line names both and one command that helps', async () => {
  const [port, simulator] = [await takenPort(), await takenPort()];
  await expect(preflight(home, { PORT: port, SIMULATOR_PORT: simulator })).rejects.toThrow(
    new RegExp(
      `^Ports ${port} and ${simulator} are already in use: run it as PORT=\\d+ SIMULATOR_PORT=\\d+ npm run up$`,
    ),
  );
});

test('when PORT is no number, then the error says so', async () => {
  await expect(preflight(home, { PORT: Number.NaN, SIMULATOR_PORT: 1 })).rejects.toThrow(
    /^PORT must be a number/,
  );
});

test('when the folder cannot be made, then one line names it and another folder', async () => {
  writeFileSync(join(home, 'file'), '');
  const folder = join(home, 'file', 'data');
  await expect(preflight(folder, { PORT: 1, SIMULATOR_PORT: 2 })).rejects.toThrow(
    /^The folder .*file\/data cannot be written \(ENOTDIR\): choose another folder, for example GERBANG_DATA=/,
  );
});

test('when up is started on a taken port, then it ends with exit code 1 and that one line', async () => {
  const port = await takenPort();
  chmodSync(home, 0o755);
  const ended = spawnSync(process.execPath, [join(projectRoot, 'deploy/local/cli.mjs'), 'up'], {
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      GERBANG_DATA: home,
      PORT: String(port),
      SIMULATOR_PORT: String(await freePort()),
    },
  });
  expect(ended.status).toBe(1);
  expect(ended.stderr.trim().split('\n')).toEqual([expect.stringMatching(/^Port \d+ is already in use/)]);
});
