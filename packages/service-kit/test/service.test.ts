import { spawn } from 'node:child_process';
import { createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import { makeTables } from '../src/data/begin.ts';
import { baseConfig, identityConfig, queueConfig, sharedConfig } from '../src/program/config.ts';
import { createServer } from '../src/http/server.ts';
import { type Service, type ServiceHalf, startService } from '../src/program/service.ts';
import { testDatabase } from '../src/testing/databases.ts';
import { testIdentity, testSealer } from '../src/testing/identity.ts';
import { until } from '../src/testing/until.ts';

const kit = (file: string) => JSON.stringify(join(__dirname, '../src/program', file));
const READY = `const held = setInterval(() => {}, 1000); setTimeout(() => console.log('ready'), 50);`;

/** Runs a program that uses the kit and sends it the signals, each after the output that is given for it. */
function runProgram(
  body: string,
  signals: readonly (readonly [after: string, NodeJS.Signals])[] = [],
): Promise<{ code: number | null; said: string }> {
  const source = `import { run } from ${kit('shutdown.ts')};
import { ConfigError } from ${kit('config.ts')};
${body}`;
  const left = [...signals];
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
      env: { PATH: process.env.PATH },
    });
    let said = '';
    const hear = (chunk: Buffer) => {
      said += String(chunk);
      if (left[0] && said.includes(left[0][0])) child.kill(left.shift()?.[1]);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('close', (code) => resolve({ code, said }));
  });
}

describe('a process', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    'when it gets %s, then it stops in order and ends with 0',
    async (signal) => {
      const ended = await runProgram(
        `run('test', async () => { ${READY} return async () => { clearInterval(held); console.log('stopped'); }; });`,
        [['ready', signal]],
      );
      expect(ended).toEqual({ code: 0, said: 'ready\nstopped\n' });
    },
  );

  test('when its configuration is wrong, then it ends with 1 and says only what is wrong', async () => {
    const ended = await runProgram(`run('test', async () => { throw new ConfigError('PORT: missing'); });`);
    expect(ended).toEqual({ code: 1, said: 'PORT: missing\n' });
  });

  test('when stopping fails, then it ends with 1', async () => {
    const ended = await runProgram(
      `run('test', async () => { ${READY} return async () => { throw new Error('stuck'); }; });`,
      [['ready', 'SIGTERM']],
    );
    expect(ended.code).toBe(1);
    expect(ended.said).toContain('stuck');
  });

  test('when a second signal comes while it stops, then it ends at once with 1', async () => {
    const ended = await runProgram(
      `run('test', async () => { ${READY} return () => { console.log('stopping'); return new Promise(() => {}); }; });`,
      [
        ['ready', 'SIGTERM'],
        ['stopping', 'SIGTERM'],
      ],
    );
    expect(ended.code).toBe(1);
    expect(ended.said).toContain('second SIGTERM');
  });

  test.each(["throw new Error('unforeseen')", "Promise.reject(new Error('unforeseen'))"])(
    'when an error is caught by no one (%s), then it is written, the process stops in order and ends with 1',
    async (failure) => {
      const ended = await runProgram(
        `run('test', async () => { ${READY} setTimeout(() => { ${failure} }, 100);
          return async () => console.log('stopped'); });`,
      );
      expect(ended.code).toBe(1);
      expect(ended.said).toContain('unforeseen');
      expect(ended.said).toContain('stopped');
    },
  );
});

describe('a service', () => {
  let own: Awaited<ReturnType<typeof testDatabase>>;
  const steps: string[] = [];
  const configSchema = z.object({
    ...baseConfig,
    ...queueConfig,
    DATABASE_URL: sharedConfig.DATABASE_URL,
    AUDIT_KEY: sharedConfig.AUDIT_KEY,
    ...identityConfig,
  });
  type Config = z.output<typeof configSchema>;

  const service: Service<Config, ReturnType<typeof contextOf>> = {
    name: 'example',
    config: configSchema,
    context: contextOf,
    app: (options, { database }) => {
      const app = createServer(options);
      app.addHook('onListen', async () => void steps.push('app listens'));
      app.addHook('onClose', async () => {
        await database.ping();
        steps.push('app closed');
      });
      return app;
    },
    events: () => ({ queue: 'gateway', handlers: {} }),
    retention: () => [],
    work: async ({ database }) => {
      steps.push('work starts');
      return async () => {
        await database.ping();
        steps.push('work stopped');
      };
    },
  };
  function contextOf({ database, log }: Parameters<Service<Config, never>['context']>[0]) {
    return { database, log, sealer: testSealer(), now: () => new Date() };
  }

  beforeAll(async () => {
    own = await testDatabase('serviceprogram');
    await makeTables(own.knex, 'kit');
  });
  beforeEach(() => steps.splice(0));
  afterAll(() => own.drop());

  const config = (more: Record<string, string> = {}): Config =>
    configSchema.parse({
      NODE_ENV: 'test',
      PORT: '0',
      LOG_LEVEL: 'silent',
      DATABASE_URL: own.url,
      QUEUE_DATABASE_URL: own.url,
      AUDIT_KEY: Buffer.alloc(32, 1).toString('base64'),
      IDENTITY_KEYS: testIdentity('example').keysText,
      ...more,
    });

  test('when it starts and stops, then the app listens before the work and closes before it', async () => {
    const stop = await startService(service, config());
    expect(steps).toEqual(['app listens', 'work starts']);
    await stop();
    expect(steps).toEqual(['app listens', 'work starts', 'app closed', 'work stopped']);
    await until(async () => {
      const { rows } = await own.knex.raw(
        `select 1 from pg_stat_activity where application_name = 'example'`,
      );
      return rows.length === 0;
    });
  });

  test.each<readonly [ServiceHalf, readonly string[]]>([
    ['app', ['app listens', 'app closed']],
    ['work', ['work starts', 'work stopped']],
  ])('when only its %s is started, then the other half is left out', async (half, expected) => {
    await (await startService(service, config(), [half]))();
    expect(steps).toEqual(expected);
  });

  test('when its port is taken, then the start fails and no work begins', async () => {
    const holder = createTcpServer();
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
    const PORT = String((holder.address() as { port: number }).port);
    await expect(startService(service, config({ PORT }))).rejects.toThrow('EADDRINUSE');
    expect(steps).toEqual([]);
    await new Promise((resolve) => holder.close(resolve));
  });
});
