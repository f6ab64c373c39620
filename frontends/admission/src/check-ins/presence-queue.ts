import type { CheckIn } from '@gerbang/contracts/check-ins';
import type { Presence } from '@gerbang/domain/check-ins';
import { ApiError } from '@gerbang/web-kit/api/client';
import { staleOf } from '@gerbang/web-kit/api/stale';
import { refusalText } from '@gerbang/web-kit/api/stale-words';
import { checkInsCopy as copy } from './check-ins.copy.ts';

/** What was tapped for a booking and is not with the server yet. */
export interface Mark {
  readonly status: Presence;
  /** Of the booking, as it was seen. */
  readonly version: number;
  /** The same for every try, so that a mark whose answer was lost is not made twice. */
  readonly key: string;
  /** Why the server refused it; such a mark waits for a person. */
  readonly problem?: string;
}
/** The marks by booking. */
export type Marks = Readonly<Record<string, Mark>>;

interface Outside {
  /** The marks of an earlier visit. */
  readonly read: () => Promise<Marks>;
  /** Keeps the marks on the device; whether it could. */
  readonly write: (marks: Marks) => Promise<boolean>;
  readonly send: (booking: string, mark: Mark) => Promise<CheckIn>;
  /** Takes a child as the server has it now. */
  readonly show: (row: CheckIn) => void;
}

/** What the network or a busy server refuses is sent again; the session's end waits for the next login. */
const comesAgain = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  error.status >= 500 ||
  [401, 408, 429].includes(error.status) ||
  error.body?.code === 'in_flight';

/** The booking in a conflict, as the server has it now. */
const presentOf = (error: unknown) => (staleOf(error)?.present ?? null) as CheckIn | null;

/** The marks of a check-in list: shown at once, kept on the device, and sent one after the other once there is a network. */
export class PresenceQueue {
  #marks: Marks = {};
  #kept = true;
  #loaded: Promise<void> | undefined;
  #sending = false;
  readonly #listeners = new Set<() => void>();
  readonly #outside: Outside;

  constructor(outside: Outside) {
    this.#outside = outside;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly marks = (): Marks => this.#marks;
  /** Whether the device could keep them. */
  readonly isKept = (): boolean => this.#kept;

  /** Takes a tap; a mark for the same booking that has not left is replaced. */
  mark(booking: string, status: Presence, version: number): Promise<void> {
    this.#set({ ...this.#marks, [booking]: { status, version, key: crypto.randomUUID() } });
    return this.flush();
  }

  /** Forgets a mark. */
  drop(booking: string): void {
    const { [booking]: _gone, ...others } = this.#marks;
    this.#set(others);
  }

  /** Sends what waits, until the network fails; with the marks of an earlier visit. */
  readonly flush = async (): Promise<void> => {
    this.#loaded ??= this.#load();
    await this.#loaded;
    if (this.#sending) return;
    this.#sending = true;
    try {
      for (let next = this.#next(); next; next = this.#next()) {
        if (!(await this.#send(...next))) break;
      }
    } finally {
      this.#sending = false;
    }
  };

  async #load(): Promise<void> {
    const earlier = await this.#outside.read();
    if (Object.keys(earlier).length > 0) this.#set({ ...earlier, ...this.#marks });
  }

  #next(): [string, Mark] | undefined {
    return Object.entries(this.#marks).find(([, { problem }]) => problem === undefined);
  }

  #set(marks: Marks): void {
    this.#marks = marks;
    this.#tell();
    void this.#outside.write(marks).then((kept) => {
      if (kept === this.#kept) return;
      this.#kept = kept;
      this.#tell();
    });
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  async #send(booking: string, mark: Mark): Promise<boolean> {
    try {
      const row = await this.#outside.send(booking, mark);
      this.#outside.show(row);
      this.#settle(booking, mark, row.version);
      return true;
    } catch (error) {
      if (comesAgain(error)) return false;
      this.#refused(booking, mark, error);
      return true;
    }
  }

  /** A tap that came while an earlier one was on its way goes on from what the server made of that. */
  #settle(booking: string, sent: Mark, version: number): void {
    const now = this.#marks[booking];
    if (!now || now.key === sent.key || now.status === sent.status) this.drop(booking);
    else this.#set({ ...this.#marks, [booking]: { ...now, version } });
  }

  #refused(booking: string, mark: Mark, error: unknown): void {
    const present = presentOf(error);
    if (present) this.#outside.show(present);
    const now = this.#marks[booking];
    // Another tap came meanwhile: it is refused by itself.
    if (!now || now.key !== mark.key) return;
    // The family changed what it says about its visit; the child is not marked yet.
    const again = present?.status === 'booked' && present.version !== mark.version;
    const next = again
      ? { ...mark, version: present.version, key: crypto.randomUUID() }
      : { ...mark, problem: refusalText(error, copy.failed) };
    this.#set({ ...this.#marks, [booking]: next });
  }
}
