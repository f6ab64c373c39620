import type { PaySettlement } from '@gerbang/contracts/pay-settlements';
import { audit } from '@gerbang/service-kit/audit/audit';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { conflict, notFound, Problem } from '@gerbang/service-kit/http/problems';
import type { Context } from '../context.ts';
import { rupiahText } from '../texts.ts';
import {
  findSettlement,
  isLineTaken,
  lockSettlement,
  lockSettlementLine,
  updateSettlement,
} from './pay-settlements.repository.ts';
import { toSettlement } from './pay-settlements.view.ts';

const differs = (difference: number) =>
  new Problem(
    409,
    'differs',
    `Baris mutasi ${difference > 0 ? 'lebih' : 'kurang'} ${rupiahText(Math.abs(difference))} dari jumlah bersih pencairan. Periksa laporan penyedia, lalu perbaiki pencairan atau pilih baris lain.`,
    { details: { difference } },
  );

/**
 * Matches a settlement to the one line of a statement that has its net amount; the same again changes nothing. 409 `differs`
 * with line − net, and the settlement is marked so; `line_state` for a line that is none of the provider's, `line_taken`,
 * `settlement_matched`.
 */
export async function matchSettlement(
  { database }: Pick<Context, 'database'>,
  caller: Caller,
  id: string,
  lineId: string,
): Promise<PaySettlement> {
  const { difference, row } = await database.transaction(async (trx) => {
    const present = await lockSettlement(trx, id);
    if (!present) throw notFound('Pencairan tidak ditemukan');
    const line = await lockSettlementLine(trx, lineId);
    if (!line) throw notFound('Baris mutasi tidak ditemukan');
    if (present.bank_line_id !== line.id) {
      if (present.status === 'matched') {
        throw conflict('settlement_matched', 'Pencairan ini sudah dicocokkan dengan baris lain.');
      }
      if (line.status !== 'settlement' || line.direction !== 'in') {
        throw conflict('line_state', 'Baris mutasi ini bukan penyelesaian dari penyedia.');
      }
      if (await isLineTaken(trx, line.id)) {
        throw conflict('line_taken', 'Baris mutasi ini sudah dicocokkan dengan pencairan lain.');
      }
      const found = line.amount - present.net;
      const status = found === 0 ? 'matched' : 'differs';
      if (found === 0 || present.status !== 'differs') {
        await updateSettlement(trx, present, { status, bank_line_id: found === 0 ? line.id : null });
        await audit(trx, {
          action: `pay_settlement.${status}`,
          actor: await actorOf(trx, caller),
          subject: id,
          details: { bank_line_id: line.id, net: present.net, difference: found },
          origin: caller.origin,
        });
      }
      if (found !== 0) return { difference: found, row: undefined };
    }
    return { difference: 0, row: await findSettlement(trx, id) };
  });
  if (!row) throw differs(difference);
  return toSettlement(row);
}
