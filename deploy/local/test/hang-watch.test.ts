import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plainEnv } from '../src/child.ts';
import { watchHangs } from '../src/hang-watch.ts';
import { freePort } from '../src/ports.ts';
import { createSupervisor } from '../src/supervisor.ts';
import { until } from '@gerbang/service-kit/testing/until';

/** A program that lives speaks within this time on any machine. */
const QUICK = { everyMs: 50, limitMs: 1500 };

describe('the watch of hung programs', () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'gerbang-hang-'));
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  test('when the system stops a program, then it is ended, started again and answers', async () => {
    const port = await freePort();
    mkdirSync(join(home, 'one/src'), { recursive: true });
    const main = join(home, 'one/src/main.mjs');
    writeFileSync(
      main,
      `import { createServer } from 'node:http';
      process.on('SIGTERM', () => process.exit(0));
      createServer((_, response) => response.end()).listen(${port}, '127.0.0.1', () => console.log('up'));`,
    );
    const lines: string[] = [];
    const say = (line: string) => lines.push(line);
    const logDir = join(home, 'logs');
    const supervisor = createSupervisor({ logDir, say, gaveUp: say });
    const ups = () => readFileSync(join(logDir, 'one.log'), 'utf8').match(/up/gu)?.length ?? 0;
    supervisor.start({ name: 'one', main, env: plainEnv() });
    await until(() => ups() === 1);
    const programs = [{ name: 'one', health: `http://127.0.0.1:${port}/healthz` }];
    const end = (name: string) => supervisor.kill(name, 'SIGKILL');
    const stop = watchHangs({ programs, end, say, ...QUICK });
    supervisor.kill('one', 'SIGSTOP');
    await until(() => ups() === 2);
    stop();
    expect(lines).toEqual([
      '[one] said nothing 3 times in a row and is ended',
      '[one] ended (SIGKILL), starting it again in 250 ms',
    ]);
    expect((await fetch(programs[0]?.health ?? '')).status).toBe(200);
    await supervisor.stopAll([['one']]);
  });

  test('when a program refuses connections, says no, or is silent twice only, then it is left alone', async () => {
    let asked = 0;
    let server: Server | undefined = createServer((_request, response) => {
      asked += 1;
      response.statusCode = 503;
      // Two silences between answers.
      if (asked % 3 === 0) response.end();
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server?.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const ended: string[] = [];
    const stop = watchHangs({
      programs: [
        { name: 'no', health: `http://127.0.0.1:${port}/healthz` },
        { name: 'gone', health: `http://127.0.0.1:${await freePort()}/healthz` },
      ],
      end: (name) => ended.push(name),
      say: () => undefined,
      ...QUICK,
    });
    await until(() => asked >= 6);
    stop();
    server.closeAllConnections();
    server.close();
    server = undefined;
    expect(ended).toEqual([]);
  });
});
