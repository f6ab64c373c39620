import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { accessLog, createLogger } from '../src/program/logger.ts';

const ALWAYS_FULL = '/dev/full';
const onLinux = existsSync(ALWAYS_FULL) ? test : test.skip;
const WRITER = `import { createLogger } from ${JSON.stringify(join(import.meta.dirname, '../src/program/logger.ts'))};
import { stat } from 'node:fs/promises';
const log = createLogger('writer');
for (let turn = 0; turn < 50; turn += 1) {
  log.warn('the disk is full');
  await stat('/');
}
process.stderr.write('done');
process.exit(0);`;

describe('logger', () => {
  const lines: string[] = [];
  const log = createLogger('auth', 'info', { write: (line) => void lines.push(line) });
  const written = (): string => lines.splice(0).join('');

  test('when personal data or secrets are logged by mistake, then they are left out', () => {
    const secrets = {
      password: 'canary1',
      otp: 'canary2',
      phone: 'canary3',
      nik: 'canary4',
      email: 'canary5',
    };
    log.info({
      ...secrets,
      code: 'canary6',
      user: { ...secrets, name: 'canary7' },
      body: { any: 'canary8' },
    });
    log.info(
      { req: { method: 'GET', url: '/api/users?search=canary9', headers: { cookie: 'canary10' } } },
      'request',
    );
    const text = written();
    expect(text).not.toContain('canary');
    expect(text).toContain('"process":"auth"');
    expect(text).toContain('/api/users');
  });

  test('when the database refuses a value, then the log has its code and constraint but not the value', () => {
    const error = Object.assign(new Error('duplicate key: (email)=(canary)\n    at canary'), {
      code: '23505',
      constraint: 'users_email',
      detail: 'Key (email)=(canary)',
    });
    log.error({ err: error });
    const text = written();
    expect(text).toContain('23505');
    expect(text).toContain('users_email');
    expect(text.replace('at canary', '')).not.toContain('canary');
  });

  test('when a call was answered, then its line is JSON with the path alone, and quotes in it break nothing', () => {
    const access = accessLog(log.child({ part: 'web' }));
    access({ method: 'GET', url: '/api/"users"\\?search=canary', id: '1234-5678' }, 404, 12.7);
    expect(JSON.parse(written())).toEqual({
      level: 30,
      time: expect.any(Number),
      process: 'auth',
      part: 'web',
      reqId: '1234-5678',
      req: { method: 'GET', path: '/api/"users"\\' },
      status: 404,
      ms: 13,
      msg: 'request',
    });
  });

  test('when the level is higher, then answered calls are not written', () => {
    const quiet: string[] = [];
    const access = accessLog(createLogger('auth', 'warn', { write: (line) => void quiet.push(line) }));
    access({ method: 'GET', url: '/', id: '1234-5678' }, 200, 1);
    expect(quiet).toEqual([]);
  });

  onLinux('when the log’s disk is full, then the program goes on, and ends when it wants to', async () => {
    const full = openSync(ALWAYS_FULL, 'w');
    const child = spawn(process.execPath, ['--input-type=module', '--eval', WRITER], {
      env: { PATH: process.env.PATH },
      stdio: ['ignore', full, 'pipe'],
    });
    closeSync(full);
    const said = text(Readable.from(child.stderr ?? []));
    const [code] = (await once(child, 'exit')) as [number | null];
    expect([code, await said]).toEqual([0, 'done']);
  });
});
