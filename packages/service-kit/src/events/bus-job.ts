/** A job of a queue; the payload is sealed. */
export interface BusJob {
  readonly id: string;
  readonly type: string;
  readonly version: number;
  readonly sealed: string;
  readonly requestId?: string;
  /** The events of a job of type `TOGETHER`, all of one type; it has no payload of its own. */
  readonly events?: readonly BusJob[];
}

/**
 * The type of a job that carries several events. No event has this name: a worker of a release that does not know such
 * jobs fails them, and they are tried again when that worker is gone.
 */
export const TOGETHER = 'events.together';

/**
 * An event that this release does not know. During an update a newer program publishes what an older one cannot read: the
 * older one leaves it in the queue, and it counts as no failed attempt.
 */
export class UnreadableEvent extends Error {
  override readonly name = 'UnreadableEvent';
}
