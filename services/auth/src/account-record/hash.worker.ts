import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, type Options, verifySync } from '@node-rs/argon2';

/** What a thread is asked: to make a hash, or to compare a password with one. */
export type HashJob =
  | { readonly password: string; readonly parameters: Options }
  | { readonly password: string; readonly stored: string };

// On Linux 0 means the calling thread; elsewhere it would be the whole process.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);

function done(job: HashJob): string | boolean {
  return 'stored' in job ? verifySync(job.stored, job.password) : hashSync(job.password, job.parameters);
}

parentPort?.on('message', (job: HashJob) => {
  try {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    parentPort?.postMessage({ result: done(job) });
  } catch (error) {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    parentPort?.postMessage({ error: String(error) });
  }
});
