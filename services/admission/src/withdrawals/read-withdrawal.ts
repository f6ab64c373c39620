import type { WithdrawalState } from '@gerbang/contracts/withdrawals';
import { mayObject, wayOut } from '@gerbang/domain/withdrawals';
import type { Caller } from '@gerbang/service-kit/http/caller';
import type { Context } from '../context.ts';
import { keptFee } from '../registration-record/fee-differences.repository.ts';
import {
  ownRegistrations,
  type RegistrationRecord,
} from '../registration-record/registrations.repository.ts';
import { noRegistration } from '../registration-record/rules.ts';
import { acceptanceOf } from './acceptance.ts';
import { followsOf, refundableOf, ruleFor } from './what-follows.ts';
import { toWithdrawal, withdrawalsOf } from './withdrawals.repository.ts';

const WHY = {
  done: null,
  request: 'Daftar ulang sudah diproses, jadi sekolah yang memutuskan. Jawabannya tampil di sini.',
  asked: 'Permintaan mundur sudah dikirim dan menunggu keputusan sekolah.',
  no: 'Pendaftaran ini sudah berakhir.',
} as const;

/** Whether a family leaves at once or asks for it, what would follow, and how its leaving stands. */
export async function readWithdrawal(context: Context, caller: Caller, id: string): Promise<WithdrawalState> {
  const db = context.database.knex;
  const record = await ownRegistrations(db, caller.id)
    .where('registrations.id', id)
    .select('registrations.observation_date', 'registrations.event_version')
    .first<RegistrationRecord | undefined>();
  if (!record) throw noRegistration();
  const present = (await withdrawalsOf(db, id)).find(({ status }) => status !== 'cancelled');
  const isAsked = present?.status === 'requested';
  const may = isAsked ? 'no' : wayOut(record);
  const person = { id: caller.id, name: null, role: caller.role };
  const asking = { person, requestId: caller.origin.requestId, preview: true } as const;
  const acceptance = await acceptanceOf(context, may === 'no' ? null : record, asking);
  const kept = may === 'no' ? present?.refundable : undefined;
  return {
    may,
    why: WHY[isAsked ? 'asked' : may],
    follows: may === 'no' ? [] : followsOf(record, acceptance.waits),
    refundable: {
      ...(kept ?? refundableOf(context, acceptance, record, await keptFee(db, record))),
      text: ruleFor(context, acceptance.rule).text,
    },
    present: present ? { ...toWithdrawal(present), may_object: mayObject(present, context.now()) } : null,
  };
}
