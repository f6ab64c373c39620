import type { QueueName } from '@gerbang/contracts/event-queues';
import type { MessageRequested } from '@gerbang/contracts/message-kinds';
import type { Bus } from '@gerbang/service-kit/events/bus';

/** The job that wakes a worker for a due message; it holds only the row's id. */
export const SEND = 'message.send';

/** The queue of a message: codes have their own, so that bulk messages never delay them. */
export function queueOf(priority: MessageRequested['priority']): QueueName {
  return priority === 'code' ? 'notification-codes' : 'notification';
}

/** The data of a send job. */
export interface SendJob {
  readonly id: string;
  readonly priority: MessageRequested['priority'];
  readonly attempt: number;
  /** The end of the lease that the job waits for, in milliseconds. */
  readonly lease?: number;
}

/** Adds a send job. Its id contains attempt and lease, because the queue silently ignores the id of a finished job. */
export async function addSendJob(bus: Bus, job: SendJob, delayMs = 0): Promise<void> {
  const { id, priority, attempt, lease } = job;
  const data = { id, type: SEND, version: attempt, sealed: '' };
  await bus.add(queueOf(priority), data, {
    jobId: `n-${id}-${attempt}${lease === undefined ? '' : `-${lease}`}`,
    delayMs: Math.ceil(delayMs),
  });
}
