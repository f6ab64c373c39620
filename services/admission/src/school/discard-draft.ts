import { mayDiscard } from '@gerbang/domain/school-versions';
import { audit } from '@gerbang/service-kit/audit/audit';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { forbidden, notFound } from '@gerbang/service-kit/http/problems';
import type { Context } from '../context.ts';
import { deleteDraft, lockVersions, moveVersion, openVersion } from './school-versions.repository.ts';

/** Drops the draft, or cancels what waits to come into force. */
export async function discardDraft({ database }: Context, caller: Caller): Promise<void> {
  await database.transaction(async (trx) => {
    await lockVersions(trx);
    const present = await openVersion(trx);
    if (!present) throw notFound('Tidak ada draf atau perubahan terjadwal.');
    if (!mayDiscard(caller, { status: present.status, editors: present.edited_by })) throw forbidden();
    const isDraft = present.status === 'draft';
    if (isDraft) await deleteDraft(trx, present.id);
    else await moveVersion(trx, present, 'cancelled');
    await audit(trx, {
      action: isDraft ? 'school.draft_deleted' : 'school.change_cancelled',
      actor: await actorOf(trx, caller),
      subject: present.id,
      details: { version: present.version },
      origin: caller.origin,
    });
  });
}
