import * as matches from '@gerbang/contracts/bank-matches';
import { listStaffInvoices } from '@gerbang/contracts/invoices';
import { listStaffRegistrations } from '@gerbang/contracts/staff-registrations';
import type { WholeLineCause } from '@gerbang/domain/bank-matches';
import { type BankTarget, TARGETS_OF_A_LINE } from '@gerbang/domain/payment-expectations';
import { ApiError, call } from '@gerbang/web-kit/api/client';
import { useMutation, useQuery, useQueryClient } from '@gerbang/web-kit/api/query-client';
import { familyLine } from '@gerbang/web-kit/page/format';
import { seenVersion } from '@gerbang/web-kit/api/stale';
import { refusalText } from '@gerbang/web-kit/api/stale-words';
import { type BankLine, type LineMatch, refreshBank } from '../bank-statements/bank-statements.api.ts';
import { copy, refusalOf } from './bank-matches.copy.ts';

/** A bill or a registration fee that money may be given to. Amounts in rupiah. */
export interface Target {
  readonly kind: BankTarget;
  readonly id: string;
  readonly number: string;
  readonly child_name: string;
  /** Null where only a proposal names it. */
  readonly parent: string | null;
  readonly owed: number;
}

/** A target with what it gets. */
export interface Share extends Target {
  readonly amount: number;
}

/** What a proposal would pay. */
export const targetOf = (match: LineMatch): Target => ({
  kind: match.kind,
  id: match.invoice_id ?? match.registration_id ?? '',
  number: match.number,
  child_name: match.child_name,
  parent: null,
  owed: match.owed,
});

/** All fees of a slip are found by one search. */
const FOUND = TARGETS_OF_A_LINE;
/** Bills are few, and no one filter finds all that are owed: those of a name are read, and the paid ones left out. */
const BILLS = 50;
/** In the order of the work: who has paid before waits for this money least. */
const OWED_FEES = ['pending', 'rejected', 'paid'] as const;

/** Bills and fees that something is still owed of, by number, child, parent or phone. */
export function useTargets(search: string) {
  return useQuery({
    queryKey: ['bank-targets', search],
    enabled: search.length >= 2,
    gcTime: 0,
    queryFn: async ({ signal }): Promise<readonly Target[]> => {
      const [invoices, ...fees] = await Promise.all([
        call(listStaffInvoices, { signal, query: { search, limit: String(BILLS) } }),
        // Fees that are paid would push those out that are owed.
        ...OWED_FEES.map((payment_status) =>
          call(listStaffRegistrations, { signal, query: { search, limit: String(FOUND), payment_status } }),
        ),
      ]);
      return [
        ...invoices
          .filter(({ remaining }) => remaining > 0)
          .slice(0, FOUND)
          .map((one) => ({
            kind: 'invoice' as const,
            id: one.id,
            number: one.invoice_number,
            child_name: one.child_name,
            parent: familyLine(one.parent),
            owed: one.remaining,
          })),
        ...fees
          .flat()
          .filter(({ payment_amount: fee }) => fee > 0)
          .map((one) => ({
            kind: 'registration_fee' as const,
            id: one.id,
            number: one.registration_number,
            child_name: one.child.full_name,
            parent: familyLine(one.parent),
            owed: one.payment_amount,
          })),
      ];
    },
  });
}

/** What a person decided about a line; one key however often it is sent. */
export type Decision = { readonly line: BankLine; readonly key: string } & (
  | { readonly match: LineMatch }
  | { readonly shares: readonly Share[]; readonly reason: string | undefined }
);

/** A booking that the server refused by a code. */
export class Refused extends Error {}

/** Books one line; the numbers of its receipts. Outlives the page. Refused with a sentence where it did not come about. */
export async function bookLine(decision: Decision): Promise<readonly string[]> {
  const sending = { headers: { 'idempotency-key': decision.key }, keepalive: true };
  if ('match' in decision) {
    const { booked, refused } = await call(matches.bookMatches, {
      ...sending,
      body: { match_ids: [decision.match.id] },
    });
    const [first] = refused;
    if (first) throw new Refused(refusalOf(first.code));
    return booked.flatMap(({ receipt_number: number }) => number ?? []);
  }
  const { shares, reason } = decision;
  const line = await call(matches.matchLine, {
    ...sending,
    params: { id: decision.line.id },
    body: {
      targets: shares.map(({ kind, id, amount }) => ({ kind, id, amount })),
      ...(reason === undefined ? {} : { reason }),
    },
  });
  return line.matches.flatMap(({ receipt_number: number }) => number ?? []);
}

/** Lets all of a line stand unapplied, for a cause and with a reason. */
export function useKeepUnapplied() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({
      line,
      cause: unapplied,
      reason,
      key,
    }: {
      line: BankLine;
      cause: WholeLineCause;
      reason: string;
      key: string;
    }) =>
      call(matches.matchLine, {
        params: { id: line.id },
        headers: { ...seenVersion(line.version), 'idempotency-key': key },
        body: { targets: [], unapplied, reason },
      }),
    onSettled: () => refreshBank(client),
  });
}

/** Books up to 200 exact matches; each is booked or refused by itself. */
export const bookExact = (key: string, ids: readonly string[]) =>
  call(matches.bookMatches, { headers: { 'idempotency-key': key }, body: { match_ids: [...ids] } });

/** Whether nothing is known about what became of a call: it is sent again with the same key. */
export const isUnanswered = (error: unknown): boolean =>
  !(error instanceof Refused) && !(error instanceof ApiError && error.status < 500);

/** Why a booking was refused, in words. */
export const bookingFailure = (error: unknown): string =>
  error instanceof Refused ? error.message : refusalText(error, copy.failed);
