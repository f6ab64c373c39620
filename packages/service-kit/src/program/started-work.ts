/** How the memory that the watchdog's thread reads is divided: two counters, then the slots of the last started work. */
export const LAYOUT = { slots: 16, slotBytes: 256, head: 8, textAt: 12 } as const;

export const shared = new SharedArrayBuffer(LAYOUT.head + LAYOUT.slots * LAYOUT.slotBytes);
const counters = new Int32Array(shared, 0, 2);
const bytes = Buffer.from(shared);
const TEXT_BYTES = LAYOUT.slotBytes - LAYOUT.textAt;

export interface StartedWork {
  /** The part of the process that does it. */
  readonly part: string;
  /** The method of a request, `JOB` or `CHORE`. */
  readonly kind: string;
  /** The template of the route, never the path: that holds ids. */
  readonly route: string;
  readonly requestId?: string | undefined;
}

/** Says that the event loop turns. */
export const beat = () => Atomics.add(counters, 0, 1);

/**
 * Notes what the process begins to do, so that another thread can still tell it once the event loop stands. Nothing but
 * names that the program itself gave is written.
 */
export function noteStarted({ part, kind, route, requestId = '' }: StartedWork): void {
  const slot = (Atomics.add(counters, 1, 1) >>> 0) % LAYOUT.slots;
  const at = LAYOUT.head + slot * LAYOUT.slotBytes;
  bytes.writeDoubleLE(Date.now(), at);
  const text = `${part}\n${kind}\n${requestId}\n${route}`;
  bytes.writeInt32LE(bytes.write(text, at + LAYOUT.textAt, TEXT_BYTES, 'latin1'), at + 8);
}
