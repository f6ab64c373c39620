import type { ShownButton } from './template-check.ts';

export type DeliveryStatus = 'accepted' | 'sent' | 'delivered' | 'read' | 'failed';

/** A message as its recipient sees it on the phone. */
export interface InboxMessage {
  readonly wamid: string;
  readonly to: string;
  readonly template: string;
  readonly text: string;
  readonly buttons: readonly ShownButton[];
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
  // With the digits of its number: a search for one phone then parses no number.
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

/** `+6281234567890` → `0812-3456-7890`, as screens show it; foreign numbers stay as they are. */
export function formatPhone(e164: string): string {
  if (!e164.startsWith('+62')) return e164;
  const local = `0${e164.slice(3)}`;
  return [local.slice(0, 4), local.slice(4, 8), local.slice(8)].filter(Boolean).join('-');
}

/** The digits of the E.164 form of an Indonesian number in any spelling. */
export function phoneDigits(typed: string): string {
  const digits = typed.replace(/\D/gu, '');
  return digits.startsWith('0') ? `62${digits.slice(1)}` : digits;
}
