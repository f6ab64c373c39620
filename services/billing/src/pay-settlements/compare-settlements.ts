import { inJakarta, jakartaDay } from '@gerbang/domain/jakarta-time';
import { audit } from '@gerbang/service-kit/audit/audit';
import type { Context } from '../context.ts';
import { lockSettlement, unmatchedSettlements, updateSettlement } from './pay-settlements.repository.ts';

/** Reports of providers are there in the morning. */
const FIRST_HOUR = 6;

/**
 * Compares, from 06.00 in Jakarta, each settlement that no line has with what the portal counts of its day, and marks those
 * that differ; finance's digest names them. Returns how many it marked. Doing it again changes nothing.
 */
export async function compareSettlements({ database, gateway, now }: Context): Promise<number> {
  const at = now();
  if (!gateway || Number(inJakarta(at).slice(11, 13)) < FIRST_HOUR) return 0;
  const open = await unmatchedSettlements(database.knex, jakartaDay(at));
  const wrong = open.filter(({ status, gross, paid }) => status === 'open' && gross !== paid);
  for (const { id, version, gross, paid } of wrong) {
    await database.transaction(async (trx) => {
      const present = await lockSettlement(trx, id);
      if (present?.version !== version) return;
      await updateSettlement(trx, present, { status: 'differs' });
      await audit(trx, {
        action: 'pay_settlement.differs',
        actor: null,
        subject: id,
        details: { gross, paid, difference: gross - paid },
      });
    });
  }
  return wrong.length;
}
