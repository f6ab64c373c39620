import type { PaySettlement } from '@gerbang/contracts/pay-settlements';
import type { SettlementRecord } from './pay-settlements.repository.ts';

/** A settlement as finance sees it. */
export const toSettlement = (row: SettlementRecord): PaySettlement => ({
  id: row.id,
  settled_on: row.settled_on,
  paid_on: row.paid_on,
  channel: row.channel,
  gross: row.gross,
  fee: row.fee,
  net: row.net,
  requests: row.requests,
  paid: row.paid,
  source: row.source,
  status: row.status,
  bank_line_id: row.bank_line_id,
  line:
    row.bank_line_id === null
      ? null
      : {
          id: row.bank_line_id,
          booked_on: String(row.line_booked_on),
          amount: Number(row.line_amount),
        },
  difference: row.line_amount === null ? null : row.line_amount - row.net,
  note: row.note,
});
