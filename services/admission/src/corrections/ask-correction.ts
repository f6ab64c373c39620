import type { Correction, objectCorrection as objectCall } from '@gerbang/contracts/corrections';
import type {
  correctionRequestSchema,
  requestCorrection as requestCall,
} from '@gerbang/contracts/correction-requests';
import { isFrozen } from '@gerbang/domain/registrations';
import { audit } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { conflict, notFound } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import {
  lockOne,
  type LockedRegistration,
  ownRegistrations,
} from '../registration-record/registrations.repository.ts';
import { noRegistration } from '../registration-record/rules.ts';
import { insertRequest, toRequest } from './correction-requests.repository.ts';
import { correctionsOf, writeObjection } from './corrections.repository.ts';
import { toCorrection } from './corrections.view.ts';

/** A registration of the caller's family, locked; 404 where there is none. */
async function ownLocked(trx: Db, caller: Caller, id: string): Promise<LockedRegistration> {
  const record = await lockOne(ownRegistrations(trx, caller.id), id);
  if (!record) throw noRegistration();
  return record;
}

async function note(
  trx: Db,
  caller: Caller,
  action: 'correction.objected' | 'correction_request.made',
  subject: string,
  registrationId: string,
): Promise<void> {
  await audit(trx, {
    action,
    actor: await actorOf(trx, caller),
    subject,
    details: { registration_id: registrationId },
    origin: caller.origin,
  });
}

/** Objects to a correction of the caller's family, once: a task of the staff; nothing is undone by it. */
export async function objectCorrection(
  { database, columns }: Context,
  caller: Caller,
  { id, correctionId }: z.output<(typeof objectCall)['params']>,
  { text }: z.output<(typeof objectCall)['body']>,
): Promise<Correction> {
  return database.transaction(async (trx) => {
    await ownLocked(trx, caller, id);
    const objected = await writeObjection(trx, { id: correctionId, registration_id: id }, text);
    if (!objected) {
      const known = (await correctionsOf(trx, [id])).some((one) => one.id === correctionId);
      throw known
        ? conflict('objected', 'Anda sudah menyampaikan bahwa koreksi ini tidak benar.')
        : notFound('Koreksi tidak ditemukan');
    }
    await insertRequest(trx, { registration_id: id, correction_id: correctionId, text });
    await note(trx, caller, 'correction.objected', correctionId, id);
    return toCorrection(columns, objected);
  });
}

/** Asks the school to correct what the family cannot change itself any more; one request is open at a time. */
export async function requestCorrection(
  { database }: Context,
  caller: Caller,
  id: string,
  { text }: z.output<(typeof requestCall)['body']>,
): Promise<z.output<typeof correctionRequestSchema>> {
  return database.transaction(async (trx) => {
    const record = await ownLocked(trx, caller, id);
    if (!record.locked && !isFrozen(record)) {
      throw conflict('own_way', 'Data ini masih dapat Anda ubah sendiri.');
    }
    const made = await insertRequest(trx, { registration_id: id, correction_id: null, text });
    if (!made)
      throw conflict('open_request', 'Permintaan koreksi sebelumnya masih menunggu jawaban sekolah.');
    await note(trx, caller, 'correction_request.made', made.id, id);
    return toRequest(made);
  });
}
