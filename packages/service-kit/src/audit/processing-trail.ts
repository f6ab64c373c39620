import type { Db } from '../data/database.ts';

/**
 * The audit events about these records by anyone but the user: the record of processing that a data export must contain
 * (UU 27/2022, article 32). Actors are shown by name and role.
 */
export async function processingTrail(
  db: Db,
  userId: string,
  subjects: readonly string[],
  /** Lists that were read or exported since the given time, which may have contained the records. */
  ...lists: readonly { readonly actions: readonly string[]; readonly since: Date }[]
) {
  const rows = await db('audit_events')
    .where((about) => {
      void about.whereIn('subject_id', [...subjects]);
      for (const { actions, since } of lists)
        void about.orWhere((taken) => void taken.whereIn('action', [...actions]).where('at', '>=', since));
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
