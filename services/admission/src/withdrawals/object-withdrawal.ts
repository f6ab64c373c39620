import type { objectWithdrawal as call, Withdrawal } from '@gerbang/contracts/withdrawals';
import { mayObject } from '@gerbang/domain/withdrawals';
import { changeLocked } from '@gerbang/service-kit/data/change-locked';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { insertRequest } from '../corrections/correction-requests.repository.ts';
import { lockOne, ownRegistrations } from '../registration-record/registrations.repository.ts';
import { noRegistration } from '../registration-record/rules.ts';
import { toWithdrawal, withdrawalsOf, writeObjection } from './withdrawals.repository.ts';

/**
 * A family says that it did not ask the school to end its registration: a task of the staff, who answer it like the requests to
 * correct something. The seat is not promised back.
 */
export async function objectWithdrawal(
  context: Context,
  caller: Caller,
  id: string,
  { text }: z.output<(typeof call)['body']>,
): Promise<Withdrawal> {
  return changeLocked(context.database, caller, {
    lock: (trx) => lockOne(ownRegistrations(trx, caller.id), id),
    notFound: noRegistration,
    expect: { actions: [], present: () => null },
    apply: async ({ trx }) => {
      const present = (await withdrawalsOf(trx, id)).find(({ status }) => status === 'done');
      if (!present) throw noRegistration();
      const at = context.now();
      if (present.objected_at !== null) {
        throw conflict('objected', 'Anda sudah menyampaikan bahwa Anda tidak meminta ini.');
      }
      if (!mayObject(present, at)) {
        throw conflict('objection_late', 'Waktu untuk menyanggah sudah lewat. Hubungi sekolah.');
      }
      const objected = await writeObjection(trx, present.id, at);
      await insertRequest(trx, { registration_id: id, correction_id: present.id, text });
      return objected ?? present;
    },
    audit: (_step, { id: subject }) => ({
      action: 'withdrawal.objected',
      subject,
      details: { registration_id: id },
    }),
    view: (_step, objected) => {
      if (!objected) throw new Error('an objection was not written');
      return toWithdrawal(objected);
    },
  });
}
