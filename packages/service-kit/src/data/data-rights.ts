import type { EventPayload } from '@gerbang/contracts/events';
import type { ErasingService } from '@gerbang/domain/erasure-requests';
import type { Db } from './database.ts';
import type { Outbox } from '../events/outbox.ts';

/** The account that stands where nobody's does any more. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';
/** What stands where a name was. */
export const ERASED_NAME = 'Data dihapus';

/**
 * Who did what with a family's records, everybody but the family itself: the trail of processing that its export carries
 * (UU 27/2022, article 32). People are shown by name and role, as everywhere.
 */
export async function familyTrail(
  db: Db,
  userId: string,
  subjects: readonly string[],
  /** Lists that were taken out of the portal since the family is in it: it may have been among their rows. */
  lists?: { readonly action: string; readonly since: Date },
) {
  const rows = await db('audit_events')
    .where((about) => {
      void about.whereIn('subject_id', [...subjects]);
      if (lists)
        void about.orWhere(
          (taken) => void taken.where('action', lists.action).where('at', '>=', lists.since),
        );
    })
    .whereRaw('actor_id is distinct from ?', [userId])
    .orderBy(['at', 'id'])
    .select<
      {
        at: Date;
        action: string;
        actor_name: string | null;
        actor_role: string | null;
        subject_id: string | null;
      }[]
    >('at', 'action', 'actor_name', 'actor_role', 'subject_id');
  return rows.map(({ at, action, actor_name: name, actor_role: role, subject_id }) => ({
    at: new Date(at).toISOString(),
    action,
    by: role === null ? null : { name, role },
    subject_id,
  }));
}

/** Tells the owner of the case that this service has let go of the family's data, in the transaction in which it did. */
export async function reportErasure(
  outbox: Pick<Outbox, 'publish'>,
  trx: Db,
  { request_id }: Pick<EventPayload<'data.erased'>, 'request_id'>,
  service: ErasingService,
): Promise<void> {
  if (request_id !== null) await outbox.publish(trx, 'erasure.reported', { request_id, service });
}
