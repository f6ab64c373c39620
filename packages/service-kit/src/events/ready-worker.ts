import { setTimeout as sleep } from 'node:timers/promises';

const START_AGAIN_MS = 500;

/** As much of BullMQ's worker as its start needs; made with `autorun: false`. */
interface Startable {
  waitUntilReady(): Promise<unknown>;
  run(): Promise<void>;
  close(): Promise<void>;
}

/**
 * On PostgreSQL BullMQ keeps a failed start for ever, and its worker would spin on it until nothing else in the process
 * runs; so a worker begins when its connections are there, and one whose start has failed is made anew.
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
      await sleep(START_AGAIN_MS);
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
