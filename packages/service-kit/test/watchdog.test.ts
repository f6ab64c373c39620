import { longTest } from '@gerbang/domain/testing/runs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createInterface } from 'node:readline';

const kit = (file: string) => JSON.stringify(join(import.meta.dirname, '../src', file));
const PROGRAM = `import { run } from ${kit('program/shutdown.ts')};
import { createServer } from ${kit('http/server.ts')};
const ways = {
  script: () => { for (;;); },
  pattern: () => /^(a+)+$/u.test('a'.repeat(60) + 'b'),
  native: () => process.getBuiltinModule('node:fs').readSync(0, Buffer.alloc(1)),
  while: () => { for (const end = Date.now() + 2000; Date.now() < end; ); },
};
run('spinner', async () => {
  const app = createServer({ name: 'spinner' });
  app.get('/api/children/:id/:way', async (request) => { ways[request.params.way](); return {}; });
  await app.listen({ port: 0 });
  console.log(app.server.address().port);
  return () => app.close();
});`;
const PATH = '/api/children/3171012345678901';
const headers = { 'x-request-id': 'request-that-spins' };

/** A program of the kit, and how to call it. */
async function start(seconds: string) {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    env: { PATH: process.env.PATH, WATCHDOG_SECONDS: seconds },
    // Nothing is ever written to its input: what reads from there stands in native code.
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const complaints = text(child.stderr);
  const lines: string[] = [];
  const reader = createInterface(child.stdout).on('line', (line) => lines.push(line));
  const closed = once(reader, 'close');
  await once(reader, 'line');
  const url = `http://127.0.0.1:${lines[0]}`;
  return {
    child,
    ended,
    complaints,
    get: (way: string) => fetch(`${url}${PATH}/${way}?q=Budi`, { headers }),
    said: async () => {
      await closed;
      return lines.slice(1).join('\n');
    },
  };
}

describe('the watchdog of a program', () => {
  longTest.each([
    ['script', 70, null, 'script [eval'],
    ['pattern', 70, null, 'pattern [eval'],
    ['native', null, 'SIGKILL', ''],
  ])(
    'when a request never lets go of the event loop (%s), then the last requests are logged and the process ends',
    async (way, code, signal, where) => {
      const program = await start('1');
      await program.get('none').catch(() => undefined);
      await expect(program.get(way)).rejects.toThrow('fetch failed');
      expect(await program.ended).toEqual([code, signal]);
      const said = await program.said();
      const line = JSON.parse(said.split('\n').find((one) => one.includes('event loop stuck')) ?? '{}');
      expect(line).toMatchObject({ level: 60, process: 'spinner', stillMs: 1000 });
      expect(line.started[0]).toEqual({
        part: 'spinner',
        kind: 'GET',
        route: '/api/children/:id/:way',
        reqId: 'request-that-spins',
        agoMs: expect.any(Number),
      });
      expect(line.started).toHaveLength(2);
      expect(line.where.join('\n')).toContain(where);
      expect(JSON.stringify(line)).not.toMatch(/3171012345678901|Budi/u);
    },
  );

  longTest(
    'when it is off, then a loop that takes longer than any limit of a test ends in its own time',
    async () => {
      const program = await start('0');
      expect((await program.get('while')).status).toBe(200);
      program.child.kill();
      expect(await program.ended).toEqual([0, null]);
    },
  );

  test('when its limit is wrong, then the program says so in the words of the configuration and no others', async () => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
      env: { PATH: process.env.PATH, WATCHDOG_SECONDS: '9000' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const complaint = await text(child.stderr);
    expect(complaint).toMatch(/^Configuration is incomplete or wrong:\n {2}WATCHDOG_SECONDS: [^\n]+\n$/u);
  });
});
