import { audit } from '@gerbang/service-kit/audit/audit';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { insertRequest, isAsked, type NewRequest } from './money-requests.repository.ts';

/** 409 while a request about this subject waits; call it under the subject's lock. */
export async function refuseAsked(trx: Knex.Transaction, subjectId: string): Promise<void> {
  if (await isAsked(trx, subjectId)) {
    throw conflict('request_waits', 'Sudah ada permintaan tentang ini yang menunggu persetujuan.');
  }
}

/**
 * Asks a second person to agree to a change, in the transaction that holds the lock of its subject; returns the request's
 * id. 409 `request_waits` where one about this subject waits already.
 */
export async function askSecondPerson(
  trx: Knex.Transaction,
  caller: Caller,
  asked: Omit<NewRequest, 'id'> & { readonly id?: string },
): Promise<string> {
  await refuseAsked(trx, asked.subject_id);
  const id = asked.id ?? uuidv7();
  const actor = await actorOf(trx, caller);
  await insertRequest(trx, { ...asked, id }, actor);
  const { kind, subject_id, amount, reason } = asked;
  await audit(trx, {
    action: 'money_request.asked',
    actor,
    subject: id,
    details: { request_kind: kind, request_subject_id: subject_id, amount, reason },
    origin: caller.origin,
  });
  return id;
}
