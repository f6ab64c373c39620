import type { AdmissionExport } from '@gerbang/contracts/admission-export';
import type { WithdrawalState } from '@gerbang/contracts/withdrawals';
import { mayObject, wayOut } from '@gerbang/domain/withdrawals';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Caller } from '@gerbang/service-kit/http/caller';
import type { Context } from '../context.ts';
import { keptFee } from '../registration-record/fee-differences.repository.ts';
import {
  ownRegistrations,
  type RegistrationRecord,
} from '../registration-record/registrations.repository.ts';
import { noRegistration } from '../registration-record/rules.ts';
import { acceptanceOf } from './acceptance.ts';
import { accountOf } from './refund-account.ts';
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

/** How a family left and when it asked to, for the export of its data: a request that waits with where its money is to go. */
export async function exportedWithdrawals(
  context: Context,
  db: Db,
  { id }: { readonly id: string },
): Promise<Partial<Pick<AdmissionExport['registrations'][number], 'withdrawal' | 'withdrawal_requests'>>> {
  const withdrawals = await withdrawalsOf(db, id);
  const left = withdrawals.find(({ status }) => status === 'done');
  const asked = withdrawals
    .filter((one) => one !== left)
    .map((one) => {
      const to = accountOf(context, one);
      return { ...toWithdrawal(one), ...(to && { to }) };
    });
  return {
    ...(left && { withdrawal: toWithdrawal(left) }),
    ...(asked.length > 0 && { withdrawal_requests: asked }),
  };
}
