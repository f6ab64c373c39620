import { useQueryClient } from '@gerbang/web-kit/query-client';
import { formatRupiah } from '@gerbang/web-kit/format';
import { useShortcuts } from '@gerbang/web-kit/shortcuts';
import { toast, toastFailure } from '@gerbang/web-kit/toast';
import { useHeld } from '@gerbang/web-kit/use-held';
import type { Opened } from '@gerbang/web-kit/use-opened';
import { useRef, useState } from 'react';
import { type BankLine, type LineMatch, refreshBank } from '../bank-statements/bank-statements.api.ts';
import { bookingFailure, bookLine, type Decision, isUnanswered, type Share } from './bank-matches.api.ts';
import { copy } from './bank-matches.copy.ts';

/** What is booked of a line: one of its proposals, or shares that a person chose. */
export type Booking =
  | { readonly match: LineMatch }
  | { readonly shares: readonly Share[]; readonly reason: string | undefined };

const UNDECIDED: readonly BankLine['status'][] = ['new', 'proposed', 'attention'];

/** Whether a line waits for a person. */
export const isUndecided = ({ status }: BankLine): boolean => UNDECIDED.includes(status);

const childrenOf = (booking: Booking): string =>
  'match' in booking ? booking.match.child_name : booking.shares.map((one) => one.child_name).join(', ');

/** The `Idempotency-Key` of a decision: the same until the server has answered. */
function useAnsweredKeys() {
  const keys = useRef(new Map<string, string>());
  return {
    keyOf: (content: string): string => {
      const key = keys.current.get(content) ?? crypto.randomUUID();
      keys.current.set(content, key);
      return key;
    },
    drop: (key: string) => {
      for (const [content, kept] of keys.current) if (kept === key) keys.current.delete(content);
    },
  };
}

/** Bookings of single lines: each can be taken back for a few seconds, and the next line opens by itself. */
export function useBooking({
  rows,
  opened,
}: {
  readonly rows: readonly BankLine[];
  readonly opened: Opened;
}) {
  const client = useQueryClient();
  const keys = useAnsweredKeys();
  const [made, setMade] = useState<ReadonlyMap<string, Decision>>(new Map());
  const [finished, setFinished] = useState(false);
  const keep = (decision: Decision, present: boolean) =>
    setMade((before) => {
      const next = new Map(before);
      if (present) next.set(decision.line.id, decision);
      else next.delete(decision.line.id);
      return next;
    });

  const leave = async (decision: Decision) => {
    const children = childrenOf(decision);
    try {
      const receipts = await bookLine(decision);
      keys.drop(decision.key);
      toast(
        copy.success,
        receipts.length > 0 ? copy.bookedWith(children, receipts.join(', ')) : copy.bookedToast(children),
      );
    } catch (error) {
      if (!isUnanswered(error)) keys.drop(decision.key);
      keep(decision, false);
      toastFailure(copy.failedOf(formatRupiah(decision.line.amount)), bookingFailure(error));
    }
    // What was booked stays decided here: the list is drawn a moment after it is read, and must not offer the line again.
    await refreshBank(client);
  };
  const { held, hold, undo } = useHeld(leave);

  const isOpen = (row: BankLine) => isUndecided(row) && !made.has(row.id);
  const at = rows.findIndex(({ id }) => id === opened.id);
  const others = [...rows.slice(at + 1), ...rows.slice(0, Math.max(0, at))].filter(isOpen);

  const advance = () => {
    const [first] = others;
    const next = rows.slice(at + 1).find(isOpen);
    if (next) opened.show(next.id);
    else if (opened.hasNext && at === rows.length - 1) opened.toNext();
    else if (first) opened.show(first.id);
    else {
      opened.close();
      setFinished(true);
    }
  };
  const takeBack = () => {
    const decision = undo();
    if (!decision) return;
    keep(decision, false);
    if (opened.id === null) opened.open(decision.line.id);
    else opened.show(decision.line.id);
  };
  useShortcuts({ z: takeBack }, held.length > 0);
  const last = held.at(-1);

  return {
    /** Books the line and goes on to the next one that waits. */
    book: (line: BankLine, booking: Booking) => {
      if (!isOpen(line)) return;
      const content = JSON.stringify([
        line.id,
        'match' in booking ? booking.match.id : booking.shares.map(({ id, amount }) => [id, amount]),
        'match' in booking ? null : (booking.reason ?? null),
      ]);
      const decision: Decision = { line, key: keys.keyOf(content), ...booking };
      keep(decision, true);
      setFinished(false);
      hold(decision);
      advance();
    },
    advance,
    takeBack,
    /** Decided here, whether the decision has left or not. */
    isMade: (row: BankLine) => made.has(row.id),
    /** What can be taken back, in words. */
    last: last ? copy.bookedOf(formatRupiah(last.line.amount), childrenOf(last)) : null,
    /** Nothing waits any more in what the list shows. */
    finished: finished && opened.id === null,
  };
}

export type BookingDesk = ReturnType<typeof useBooking>;
