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
  let messages: InboxMessage[] = [];
  return {
    add(message: InboxMessage): void {
      messages.unshift(message);
      messages.length = Math.min(messages.length, LIMIT);
    },
    /** All messages, or those to one number in any spelling (a `+` in a query arrives as a space). */
    list(to?: string): readonly InboxMessage[] {
      return to ? messages.filter((message) => digits(message.to) === digits(to)) : messages;
    },
    clear(): void {
      messages = [];
    },
  };
}

export type Inbox = ReturnType<typeof createInbox>;
