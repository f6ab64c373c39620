import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { PointOfDeath } from '@gerbang/service-kit/testing/mortal-database';
import type { Door } from './door.ts';

const ring = (keys: readonly { id: string; key: Buffer }[]) =>
  keys.map(({ id, key }) => `${id}:${key.toString('base64')}`).join(',');

/** The variables of another process on the database of a door. */
export const programEnv = ({ context: { config } }: Door) => ({
  PATH: process.env.PATH ?? '',
  NODE_ENV: 'test',
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  PORT: '0',
  DATABASE_URL: config.DATABASE_URL,
  QUEUE_DATABASE_URL: config.DATABASE_URL,
  BUS_KEYS: ring(config.BUS_KEYS),
  COLUMN_KEYS: ring(config.COLUMN_KEYS),
  BLIND_INDEX_KEY: config.BLIND_INDEX_KEY.toString('base64'),
  AUDIT_KEY: config.AUDIT_KEY.toString('base64'),
  INTERNAL_KEY: config.INTERNAL_KEY,
  IDENTITY_KEYS: ring(config.IDENTITY_KEYS),
  ADMISSION_URL: config.ADMISSION_URL,
  AUTH_URL: config.AUTH_URL,
  PUBLIC_ORIGIN: config.PUBLIC_ORIGIN,
});

/** The service as other processes on the database of a door, to be killed; `env` holds what they are told besides. */
export function billingProcesses(door: Door, env: Readonly<Record<string, string>> = {}) {
  const children = new Set<ChildProcess>();

  async function start() {
    const child = fork(join(__dirname, 'billing-program.ts'), [], {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { ...programEnv(door), ...env },
    });
    children.add(child);
    const [first] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [unknown];
    if (first === null || typeof first !== 'object') throw new Error(`billing ended with ${String(first)}`);
    const { port } = first as { port: number };
    return {
      url: `http://127.0.0.1:${port}`,
      /** Sets where the process kills itself; returns the number of statements since the last call. */
      async arm(at: PointOfDeath): Promise<number> {
        const answered = once(child, 'message');
        child.send({ at });
        const [{ count }] = (await answered) as [{ count: number }];
        return count;
      },
      async gone(): Promise<void> {
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
        expect(child.signalCode).toBe('SIGKILL');
      },
      async kill(): Promise<void> {
        child.kill('SIGKILL');
        if (child.signalCode === null) await once(child, 'exit');
      },
    };
  }

  return {
    start,
    /** Ends what a failed test left running. */
    end(): void {
      for (const child of children) child.kill('SIGKILL');
    },
  };
}
