import { mayDeleteChild, type RegistrationState } from '@gerbang/domain/registrations';
import { isLiveStage } from '@gerbang/domain/registration-stages';
import { audit } from '@gerbang/service-kit/audit/audit';
import { conflict } from '@gerbang/service-kit/http/problems';
import { refuseStale } from '@gerbang/service-kit/http/versions';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import type { Context } from '../context.ts';
import { deleteRegistrations } from '../registrations/delete-registration.ts';
import { CHILD_ACTIONS, childLocked, noChild } from './child-rules.ts';
import { isChildLocked, lockOwnChild, toChild } from './children.repository.ts';

/**
 * Marks an own child deleted, its registrations with it; refused while a live one of them is paid, verified or past
 * `registered` (authorization row C06; Precisions, Family). Consent, history and proofs stay.
 */
export async function deleteChild(context: Context, caller: Caller, id: string): Promise<void> {
  await context.database.transaction(async (trx) => {
    const record = await lockOwnChild(trx, caller.id, id);
    if (!record) throw noChild();
    await refuseStale(trx, {
      header: caller.ifMatch,
      record,
      actions: CHILD_ACTIONS,
      current: async () => toChild(context.columns, record, await isChildLocked(trx, id)),
    });
    const registrations = await trx('registrations')
      .where({ child_id: id })
      .whereNull('deleted_at')
      .orderBy('id')
      .forNoKeyUpdate()
      .select<(RegistrationState & { id: string })[]>('id', 'current_stage', 'payment_status', 'locked');
    if (registrations.some((one) => one.locked)) throw childLocked();
    if (!mayDeleteChild(registrations.filter((one) => isLiveStage(one.current_stage)))) {
      throw conflict(
        'child_registered',
        'Anak tidak dapat dihapus karena pendaftarannya sudah dibayar atau sedang diproses.',
      );
    }
    const actor = await actorOf(trx, caller);
    await deleteRegistrations(
      context,
      trx,
      registrations.map((one) => one.id),
      { actor, origin: caller.origin },
    );
    await trx('children')
      .where({ id })
      .update({ deleted_at: trx.fn.now(), updated_at: trx.fn.now(), version: record.version + 1 });
    await audit(trx, {
      action: 'child.deleted',
      actor,
      subject: id,
      details: { registrations: registrations.map((one) => one.id) },
      origin: caller.origin,
    });
  });
}
