import type { WithdrawalState } from '@gerbang/contracts/withdrawals';
import { mayLeave, mayObject } from '@gerbang/domain/withdrawals';
import type { Caller } from '@gerbang/service-kit/http/caller';
import type { Context } from '../context.ts';
import {
  ownRegistrations,
  type RegistrationRecord,
} from '../registration-record/registrations.repository.ts';
import { noRegistration } from '../registration-record/rules.ts';
import { acceptanceOf } from './acceptance.ts';
import { followsOf, refundableOf, ruleFor } from './what-follows.ts';
import { toWithdrawal, withdrawalOf } from './withdrawals.repository.ts';

const PROCESSED =
  'Daftar ulang sudah diproses. Hubungi sekolah untuk mengundurkan diri; sekolah memutuskan dan menjawabnya.';
const ENDED = 'Pendaftaran ini sudah berakhir.';

/** Whether a family may leave by itself, what would follow, and how it left. */
export async function readWithdrawal(context: Context, caller: Caller, id: string): Promise<WithdrawalState> {
  const db = context.database.knex;
  const record = await ownRegistrations(db, caller.id)
    .where('registrations.id', id)
    .select('registrations.observation_date', 'registrations.event_version')
    .first<RegistrationRecord | undefined>();
  if (!record) throw noRegistration();
  const present = await withdrawalOf(db, id);
  const may = mayLeave(record);
  const person = { id: caller.id, name: null, role: caller.role };
  const asking = { person, requestId: caller.origin.requestId, preview: true } as const;
  const acceptance = await acceptanceOf(context, may ? record : null, asking);
  const rule = ruleFor(context, acceptance.rule);
  return {
    may: may ? 'done' : 'no',
    why: may ? null : record.locked ? PROCESSED : ENDED,
    follows: may ? followsOf(record, acceptance.waits) : [],
    refundable: { ...(present?.refundable ?? refundableOf(context, rule, record)), text: rule.text },
    present: present ? { ...toWithdrawal(present), may_object: mayObject(present, context.now()) } : null,
  };
}
