import { mayDeleteRegistration } from '@gerbang/domain/registrations';
import { type Actor, audit, type Origin } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { conflict } from '@gerbang/service-kit/http/problems';
import { refuseStale } from '@gerbang/service-kit/http/versions';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import type { Context } from '../context.ts';
import { publishRegistrations } from './registration-events.ts';
import { REGISTRATION_ACTIONS, registrationLocked, voidNumbers } from './registration-rules.ts';
import { noRegistration, viewOwnRegistration } from './registration-view.ts';
import { lockOwnRegistration } from './registrations.repository.ts';

/** Marks locked registrations deleted: their numbers stay void, history and proofs stay (decisions, Family). */
export async function deleteRegistrations(
  context: Pick<Context, 'outbox'>,
  trx: Db,
  ids: readonly string[],
  who: { readonly actor: Actor; readonly origin: Origin },
): Promise<void> {
  if (ids.length === 0) return;
  const deleted = await trx('registrations')
    .whereIn('id', ids)
    .update(
      {
        deleted_at: trx.fn.now(),
        updated_at: trx.fn.now(),
        version: trx.raw('version + 1'),
      },
      ['id', 'child_id', 'registration_number', 'current_stage', 'payment_status'],
    );
  await voidNumbers(trx, ids);
  for (const { id: subject, registration_number: number, ...before } of deleted) {
    await audit(trx, { action: 'registration.deleted', subject, details: { number, ...before }, ...who });
  }
  await publishRegistrations(context, trx, ids);
}

/** Deletes an own registration while nothing is paid and nothing happened (authorization row C11). */
export async function deleteRegistration(context: Context, caller: Caller, id: string): Promise<void> {
  await context.database.transaction(async (trx) => {
    const present = await lockOwnRegistration(trx, caller.id, id);
    if (!present) throw noRegistration();
    await refuseStale(trx, {
      header: caller.ifMatch,
      record: present,
      actions: REGISTRATION_ACTIONS,
      current: () => viewOwnRegistration(context, trx, caller.id, id),
    });
    if (present.locked) throw registrationLocked();
    if (!mayDeleteRegistration(present)) {
      throw conflict(
        'registration_in_progress',
        'Pendaftaran yang sudah dibayar atau sedang diproses tidak dapat dihapus.',
      );
    }
    await deleteRegistrations(context, trx, [id], {
      actor: await actorOf(trx, caller),
      origin: caller.origin,
    });
  });
}
