import { useQueryClient } from '@gerbang/web-kit/api/query-client';
import { formatRupiah } from '@gerbang/web-kit/page/format';
import { toast, toastFailure } from '@gerbang/web-kit/page/toast';
import { useDesk } from '@gerbang/web-kit/desk/use-desk';
import type { Opened } from '@gerbang/web-kit/lists/use-opened';
import { useRef } from 'react';
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
  const leave = async (decision: Decision, drop: () => void) => {
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
      drop();
      toastFailure(copy.failedOf(formatRupiah(decision.line.amount)), bookingFailure(error));
    }
    await refreshBank(client);
  };
  const desk = useDesk({
    rows,
    opened,
    keyOf: (row: BankLine) => row.id,
    aboutOf: ({ line: { id } }: Decision) => ({ row: id, key: id }),
    waits: (row, made) => isUndecided(row) && !made,
    leave,
  });

  return {
    /** Books the line and goes on to the next one that waits. */
    book: (line: BankLine, booking: Booking) => {
      if (!desk.isOpen(line)) return;
      const content = JSON.stringify([
        line.id,
        'match' in booking ? booking.match.id : booking.shares.map(({ id, amount }) => [id, amount]),
        'match' in booking ? null : (booking.reason ?? null),
      ]);
      desk.decide({ line, key: keys.keyOf(content), ...booking });
    },
    advance: desk.advance,
    takeBack: desk.takeBack,
    /** Decided here, whether the decision has left or not. */
    isMade: (row: BankLine) => desk.madeOf(row) !== undefined,
    /** What can be taken back, in words. */
    last: desk.last
      ? {
          name: copy.bookedOf(formatRupiah(desk.last.line.amount), childrenOf(desk.last)),
          what: copy.nowBooked,
        }
      : null,
    finished: desk.finished,
    /** Opens the first line that waits. */
    begin: desk.begin,
  };
}

export type BookingDesk = ReturnType<typeof useBooking>;
