import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testIdentity, testKeyText } from '@gerbang/service-kit/testing/identity';
import { testDatabase } from '@gerbang/service-kit/testing/databases';
import { uuidv7 } from 'uuidv7';
import { MIGRATIONS } from './door.ts';

interface Measured {
  /** CPU of the event loop's thread since the measurement before, in milliseconds. */
  readonly loopMs: number;
  readonly mostMemory: number;
}

/** The upload calls as a process of their own, on a database and a folder of their own. */
export async function openUploadWorld(filesDir = mkdtempSync(join(tmpdir(), 'gerbang-upload-'))) {
  const own = await testDatabase('admission', MIGRATIONS);
  const identity = testIdentity('admission');
  const children = new Set<ChildProcess>();
  const key = () => testKeyText().split(':')[1] ?? '';
  const caller = { sub: uuidv7(), role: 'admin' } as const;

  return {
    url: own.url,
    knex: own.knex,
    filesDir,
    caller,
    /** Starts the program; `die` says where it ends itself. */
    async start(die = '') {
      const child = fork(join(__dirname, 'upload-program.ts'), [], {
        execArgv: [],
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        env: {
          PATH: process.env.PATH ?? '',
          NODE_ENV: 'test',
          PORT: '0',
          DIE: die,
          DATABASE_URL: own.url,
          QUEUE_DATABASE_URL: own.url,
          BUS_KEYS: testKeyText('k1'),
          COLUMN_KEYS: testKeyText('c1'),
          BLIND_INDEX_KEY: key(),
          CODE_KEY: key(),
          AUDIT_KEY: key(),
          INTERNAL_KEY: key(),
          IDENTITY_KEYS: identity.keysText,
          AUTH_URL: 'http://127.0.0.1:9',
          BILLING_URL: 'http://127.0.0.1:9',
          PUBLIC_ORIGIN: 'http://localhost:8080',
          FILES_DIR: filesDir,
        },
      });
      children.add(child);
      const [{ port }] = (await once(child, 'message')) as [{ port: number }];
      return {
        child,
        /** One upload; rejects where the process ends before it answers. */
        upload: (bytes: Buffer, name = 'bukti.jpg') =>
          fetch(`http://127.0.0.1:${port}/api/payment-evidence/upload`, {
            method: 'POST',
            headers: {
              ...identity.headers(caller),
              'content-type': 'application/octet-stream',
              'x-file-name': name,
            },
            body: new Uint8Array(bytes),
          }),
        uploadJson: (body: string) =>
          fetch(`http://127.0.0.1:${port}/api/payment-evidence/upload`, {
            method: 'POST',
            headers: { ...identity.headers(caller), 'content-type': 'application/json' },
            body,
          }),
        read: (link: string) =>
          fetch(`http://127.0.0.1:${port}${link}`, { headers: identity.headers(caller) }),
        async measure(): Promise<Measured> {
          const answered = once(child, 'message');
          child.send('measure');
          const [measured] = (await answered) as [Measured];
          return measured;
        },
      };
    },
    async close({ keepFolder = false } = {}) {
      for (const child of children) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
      await own.drop();
      if (!keepFolder) rmSync(filesDir, { recursive: true, force: true });
    },
  };
}
