import { longTest } from '@gerbang/domain/testing/runs';
import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@gerbang/service-kit/testing/until';
import { projectRoot } from '../src/paths.ts';

const CHECK = join(projectRoot, 'deploy/docker/health.sh');
const PROGRAM = `
  const server = require('node:http').createServer((request, response) => {
    if (request.url === '/waits') return;
    response.statusCode = request.url === '/readyz' ? 200 : 503;
    response.end();
  });
  server.listen(0, '127.0.0.1', () => console.log(server.address().port, process.pid));`;

/** Whether a connection to this port of 127.0.0.1 is open, in the system's own table. */
const asked = (port: string) => {
  const address = `0100007F:${Number(port).toString(16).toUpperCase().padStart(4, '0')}`;
  // State 01 is an established connection, by its caller's line.
  return new RegExp(`: \\S+ ${address} 01 `, 'u').test(readFileSync('/proc/net/tcp', 'utf8'));
};

describe('the health check of a container', () => {
  let folder: string;
  /** In the place of a container's first process: it ends with the end of its only child. */
  let init: ChildProcess;
  let port: string;
  let program: number;
  const said = () => readFileSync(join(folder, 'log'), 'utf8');

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gerbang-health-'));
    writeFileSync(join(folder, 'program.cjs'), PROGRAM);
    const log = openSync(join(folder, 'log'), 'a');
    const command = '"$0" "$1"; exit $?';
    const stdio: StdioOptions = ['ignore', log, log];
    init = spawn('bash', ['-c', command, process.execPath, join(folder, 'program.cjs')], { stdio });
    closeSync(log);
    await until(() => said().includes('\n'));
    const [first = '', second] = said().trim().split(' ');
    [port, program] = [first, Number(second)];
  });
  afterEach(() => {
    for (const pid of [program, init.pid ?? 0]) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch (error) {
        // It has ended.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    }
    rmSync(folder, { recursive: true });
  });

  async function check(path: string, at = port, seconds = '60'): Promise<number> {
    const env = {
      PATH: process.env.PATH ?? '',
      PORT: at,
      HEALTH_INIT: String(init.pid),
      HEALTH_SECONDS: seconds,
    };
    const [code] = (await once(spawn('bash', [CHECK, path], { env, stdio: 'ignore' }), 'exit')) as [number];
    return code;
  }

  test('when a program answers, then only 200 is healthy, and another status never ends it', async () => {
    expect(await check('readyz')).toBe(0);
    for (let turn = 0; turn < 5; turn += 1) expect(await check('healthz')).toBe(1);
    expect(await check('readyz')).toBe(0);
  });

  longTest(
    'when a program waits for its stores without a word, then it is unhealthy and never ended, because it lives',
    async () => {
      for (let turn = 0; turn < 5; turn += 1) expect(await check('waits', port, '1')).toBe(1);
      expect(await check('readyz')).toBe(0);
    },
  );

  test('when a program refuses connections, as at its start, then it is not ended', async () => {
    for (let turn = 0; turn < 5; turn += 1) expect(await check('readyz', '1')).toBe(1);
    expect(await check('readyz')).toBe(0);
  });

  longTest(
    'when the system has stopped a program, then one check ends it and the container with it',
    async () => {
      const ended = once(init, 'exit');
      process.kill(program, 'SIGSTOP');
      expect(await check('readyz', port, '1')).toBe(1);
      // 128 and the signal, as a container shows it.
      expect(await ended).toEqual([137, null]);
      expect(said()).toContain('said nothing three times');
    },
  );

  test('when a program goes on before its third silence, then it is not ended', async () => {
    process.kill(program, 'SIGSTOP');
    const checked = check('readyz');
    await until(() => asked(port));
    process.kill(program, 'SIGCONT');
    expect(await checked).toBe(0);
  });
});
