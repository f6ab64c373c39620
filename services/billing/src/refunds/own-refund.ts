import type {
  objectRefund as objectCall,
  OwnRefund,
  setRefundAccount as call,
} from '@gerbang/contracts/own-refunds';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { changeRefundAs, type RefundChange } from './change-refund.ts';
import { toOwnRefund } from './own-refunds.view.ts';
import { accountOf, objectionsOf, sealAccount } from './refunds.view.ts';

const own = (context: Context, caller: Caller, change: RefundChange): Promise<OwnRefund> =>
  changeRefundAs(context, caller, { ...change, ownerId: caller.id }, (record) =>
    toOwnRefund(context, record),
  );

/** Says where a family's refund goes; another account than the approved one is approved anew, the same one changes nothing. */
export function setRefundAccount(
  context: Context,
  caller: Caller,
  id: string,
  account: z.output<(typeof call)['body']>,
): Promise<OwnRefund> {
  return own(context, caller, {
    id,
    action: 'account',
    decide: async ({ present }) => {
      const { bank_code, number, owner } = accountOf(context, present) ?? {};
      if (bank_code === account.bank_code && number === account.number && owner === account.owner)
        return null;
      return { columns: { account: sealAccount(context, id, account) } };
    },
  });
}

/** A family says once that the amount is wrong; finance reads it beside the refund. */
export function objectRefund(
  context: Context,
  caller: Caller,
  id: string,
  { text }: z.output<(typeof objectCall)['body']>,
): Promise<OwnRefund> {
  return own(context, caller, {
    id,
    action: 'object',
    reason: text,
    decide: async ({ present }) => {
      if (objectionsOf(present).length > 0) {
        throw conflict('objected', 'Anda sudah menyampaikan sanggahan atas pengembalian ini.');
      }
      return {};
    },
  });
}
