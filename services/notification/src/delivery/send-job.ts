import type { QueueName } from '@gerbang/contracts/events';
import type { MessageRequested } from '@gerbang/contracts/message-templates';
import type { Bus } from '@gerbang/service-kit/events/bus';

/** Type of the job that only says "this message is due": a bell, with nothing in it but the row's id. */
export const SEND = 'message.send';

/** The queue of a message: codes have their own, so that a wave never delays them. */
export function queueOf(priority: MessageRequested['priority']): QueueName {
  return priority === 'code' ? 'notification-codes' : 'notification';
}

/** What a bell is rung by. */
export interface Bell {
  readonly id: string;
  readonly priority: MessageRequested['priority'];
  readonly attempt: number;
  /** The end of somebody's lease that the bell waits for, in milliseconds. */
  readonly lease?: number;
}

/** Rings for a message. The id holds the attempt (and the lease): a finished job's id would be ignored in silence. */
export async function addSendJob(bus: Bus, bell: Bell, delayMs = 0): Promise<void> {
  const { id, priority, attempt, lease } = bell;
  const job = { id, type: SEND, version: attempt, sealed: '' };
  await bus.add(queueOf(priority), job, {
    jobId: `n-${id}-${attempt}${lease === undefined ? '' : `-${lease}`}`,
    delayMs: Math.ceil(delayMs),
  });
}
