import { setTimeout as sleep } from 'node:timers/promises';

const RETRY_MS = 500;

/** The part of BullMQ's worker that its start needs; created with `autorun: false`. */
interface Startable {
  waitUntilReady(): Promise<unknown>;
  run(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts a worker when its connections are ready and creates a new one after a failed start. On PostgreSQL BullMQ keeps a
 * failed start forever, and the worker would spin on it and block the process.
 */
export function startWorkerWhenReady(
  complain: (error: Error) => void,
  make: () => Startable,
): { close(): Promise<void> } {
  let worker = make();
  let closed = false;
  async function begin(): Promise<void> {
    while (!closed) {
      try {
        await worker.waitUntilReady();
        break;
      } catch (error) {
        if (error instanceof Error && !closed) complain(error);
      }
      await worker.close().catch(complain);
      await sleep(RETRY_MS);
      if (!closed) worker = make();
    }
    if (!closed) await worker.run();
  }
  void begin().catch(complain);
  return {
    close: () => {
      closed = true;
      return worker.close();
    },
  };
}
