export type DeliveryStatus = 'accepted' | 'sent' | 'delivered' | 'read' | 'failed';

/** A message as its recipient has it on the phone. */
export interface InboxMessage {
  readonly wamid: string;
  readonly to: string;
  readonly template: string;
  readonly text: string;
  /** The code of an authentication template, for its copy button. */
  readonly code: string | null;
  readonly reference: string | null;
  readonly at: string;
  status: DeliveryStatus;
}

const LIMIT = 2000;
const digits = (text: string) => text.replace(/\D/gu, '');

/** The messages of this run, newest first, at most 2,000. */
export function createInbox() {
  // Beside its number in digits alone: a look for one phone compares texts, it does not take 2,000 numbers apart.
  let entries: { number: string; message: InboxMessage }[] = [];
  return {
    add(message: InboxMessage): void {
      entries.unshift({ number: digits(message.to), message });
      entries.length = Math.min(entries.length, LIMIT);
    },
    /** All messages, or those to one number in any spelling (a `+` in a query arrives as a space). */
    list(to?: string): readonly InboxMessage[] {
      const wanted = digits(to ?? '');
      const found = to ? entries.filter(({ number }) => number === wanted) : entries;
      return found.map(({ message }) => message);
    },
    clear(): void {
      entries = [];
    },
  };
}

export type Inbox = ReturnType<typeof createInbox>;
