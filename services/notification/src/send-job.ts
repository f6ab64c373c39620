import type { QueueName } from '@gerbang/contracts/events';
import type { MessageRequested } from '@gerbang/contracts/messages';
import type { Bus } from '@gerbang/service-kit/bus';

/** Type of the job that only says "this message is due": a bell, with nothing in it but the row's id. */
export const SEND = 'message.send';

/** The queue of a message: codes have their own, so that a wave never delays them. */
export function queueOf(priority: MessageRequested['priority']): QueueName {
  return priority === 'code' ? 'notification-codes' : 'notification';
}

/** Rings for a message. The id holds the attempt: a finished job's id would be ignored in silence. */
export async function addSendJob(
  bus: Bus,
  row: { id: string; priority: MessageRequested['priority']; attempt: number },
  delayMs = 0,
): Promise<void> {
  const job = { id: row.id, type: SEND, version: row.attempt, sealed: '' };
  await bus.add(queueOf(row.priority), job, {
    jobId: `n-${row.id}-${row.attempt}`,
    delayMs: Math.ceil(delayMs),
  });
}
