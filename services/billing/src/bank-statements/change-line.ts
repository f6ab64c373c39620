import type { bankLineSchema } from '@gerbang/contracts/bank-statements';
import { LINE_MACHINE } from '@gerbang/domain/bank-lines';
import { edgeFor } from '@gerbang/domain/transitions';
import { changeLocked } from '@gerbang/service-kit/data/change-locked';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import { reopenBankDays } from '../bank-days/reopen-bank-days.ts';
import { lockLine, updateLine } from '../bank-line-record/bank-lines.repository.ts';
import { noLine, toLine } from '../bank-line-record/bank-lines.view.ts';
import { dropProposals } from '../bank-matches/bank-proposals.repository.ts';
import type { Context } from '../context.ts';

const NOTES = { ignore: 'bank_line.ignored', restore: 'bank_line.restored' } as const;

/** Sets a line aside with a reason, or takes that back; 409 where its state does not allow it. */
export async function changeLine(
  context: Context,
  caller: Caller,
  {
    id,
    action,
    reason,
  }: { readonly id: string; readonly action: keyof typeof NOTES; readonly reason?: string },
): Promise<z.input<typeof bankLineSchema>> {
  return changeLocked(context.database, caller, {
    lock: (trx) => lockLine(trx, id),
    notFound: noLine,
    expect: {
      actions: Object.values(NOTES),
      present: ({ trx, present }) => toLine(context, trx, present, caller.role),
    },
    apply: async ({ trx, present, actor }) => {
      const edge = edgeFor(LINE_MACHINE, present.status, { action, by: 'finance' });
      if (!edge) throw conflict('line_state', 'Baris ini sudah diubah. Muat ulang lalu coba lagi.');
      if (action === 'ignore') await dropProposals(trx, id);
      if (action === 'restore') {
        await reopenBankDays(
          trx,
          { accountKey: present.account_key, days: [present.booked_on] },
          { cause: 'line_restored', actor: await actor(), origin: caller.origin },
        );
      }
      return updateLine(trx, present, { status: edge.to, ignored_reason: reason ?? null });
    },
    audit: ({ present }, changed) => ({
      action: NOTES[action],
      subject: id,
      details: { line_status: { from: present.status, to: changed.status }, ...(reason && { reason }) },
    }),
    view: ({ trx, present }, changed) => toLine(context, trx, changed ?? present, caller.role),
  });
}
