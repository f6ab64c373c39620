import type { AdmissionExport } from '@gerbang/contracts/data-export.types';
import { fileLink } from '@gerbang/contracts/files';
import { audit } from '@gerbang/service-kit/audit/audit';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { processingTrail } from '@gerbang/service-kit/audit/processing-trail';
import type { Db } from '@gerbang/service-kit/data/database';
import { tooMany } from '@gerbang/service-kit/http/problems';
import { type ChildRecord, isChildLocked, toChild } from '../children/children.repository.ts';
import type { Context } from '../context.ts';
import { emptyParent, ownParent, toParent } from '../parents/parents.repository.ts';
import { stageHistory } from '../registrations/registration-list.ts';
import { toRegistration } from '../registrations/registration-view.ts';
import { fullRegistration, registrations } from '../registrations/registrations.repository.ts';
import { ownErasures, toErasure } from '../erasure-requests/erasure-requests.repository.ts';

const EXPORTED = 'family.exported';
const HOUR_SECONDS = 3600;

/** Counts and notes an export, one after the other for an account (authorization row B10: 429). */
async function noteExport(context: Context, trx: Db, caller: Caller): Promise<void> {
  await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`export:${caller.id}`]);
  const recent = await trx('audit_events')
    .where({ actor_id: caller.id, action: EXPORTED })
    .whereRaw(`at > now() - interval '1 hour'`)
    .count<{ n: number | string }[]>('* as n')
    .first();
  if (Number(recent?.n ?? 0) >= context.config.EXPORTS_PER_HOUR) throw tooMany(HOUR_SECONDS);
  await audit(trx, {
    action: EXPORTED,
    actor: await actorOf(trx, caller),
    subject: caller.id,
    origin: caller.origin,
  });
}

const deletedAt = (at: Date | null) => (at === null ? null : new Date(at).toISOString());

/** Registrations of these children, deleted ones too: they are held until their time is over. */
async function registrationsOf(context: Context, db: Db, ids: readonly string[]) {
  const known = await db('registrations')
    .whereIn('child_id', ids)
    .orderBy('id')
    .select<{ id: string; deleted_at: Date | null }[]>('id', 'deleted_at');
  const shown: AdmissionExport['registrations'] = [];
  for (const { id, deleted_at } of known) {
    const record = await fullRegistration(registrations(db).clear('where'), db, id);
    if (!record) continue;
    const history = await db('registration_payment_events')
      .where({ registration_id: id })
      .orderBy(['at', 'id']);
    shown.push({
      ...toRegistration(context, record),
      deleted_at: deletedAt(deleted_at),
      stages: await stageHistory(db, id),
      payment_history: history.map((event) => ({
        at: new Date(event.at).toISOString(),
        from_status: event.from_status,
        to_status: event.to_status,
        reason: event.reason,
        by: { name: event.actor_name, role: event.actor_role },
      })),
    });
  }
  return shown;
}

async function filesOf(db: Db, userId: string): Promise<AdmissionExport['files']> {
  const rows = await db('files')
    .where({ family_user_id: userId })
    .orWhere({ uploader_id: userId })
    .orderBy('id');
  return rows.map((row) => ({
    id: row.id,
    link: fileLink(row.id),
    name: row.name,
    media_type: row.media_type,
    size: row.size,
    uploaded_at: new Date(row.created_at).toISOString(),
    attached_to: row.attached_to,
  }));
}

/**
 * Everything that admission holds about the caller's family, deleted records too, and who of the staff looked at it
 * (authorization row B10; reliability P4). Read in one snapshot; noted before anything is shown.
 */
export async function exportFamily(context: Context, caller: Caller): Promise<AdmissionExport> {
  await context.database.transaction((trx) => noteExport(context, trx, caller));
  return context.database.transaction(async (db) => {
    await db.raw('set transaction isolation level repeatable read read only');
    const parent = await ownParent(db, caller.id);
    const children = parent
      ? await db('children')
          .where({ parent_id: parent.id })
          .orderBy('id')
          .select<(ChildRecord & { deleted_at: Date | null })[]>('*')
      : [];
    const childIds = children.map(({ id }) => id);
    const [own, files, cases] = [
      await registrationsOf(context, db, childIds),
      await filesOf(db, caller.id),
      await ownErasures(db, caller.id),
    ];
    const consents = await db('consents').whereIn('child_id', childIds).orderBy(['given_at', 'id']);
    const shown: AdmissionExport['children'] = [];
    for (const child of children) {
      const locked = await isChildLocked(db, child.id);
      shown.push({ ...toChild(context.columns, child, locked), deleted_at: deletedAt(child.deleted_at) });
    }
    return {
      profile: parent ? toParent(context.columns, parent) : emptyParent(caller.id),
      children: shown,
      consents: consents.map(({ child_id, version, address, given_at }) => ({
        child_id,
        version,
        address,
        given_at: new Date(given_at).toISOString(),
      })),
      registrations: own,
      files,
      erasure_requests: cases.map((one) => toErasure(one, context.now())),
      trail: await processingTrail(
        db,
        caller.id,
        [
          caller.id,
          ...(parent ? [parent.id] : []),
          ...[childIds, own, files, cases].flat().map((one) => (typeof one === 'string' ? one : one.id)),
        ],
        parent && { action: 'registration.exported', since: new Date(parent.created_at) },
      ),
    };
  });
}
