import type { Db } from '../data/database.ts';

/**
 * Who did what with a family's records, everybody but the family itself: the trail of processing that its export carries
 * (UU 27/2022, article 32). People are shown by name and role, as everywhere.
 */
export async function processingTrail(
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
