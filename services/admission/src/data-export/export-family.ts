import { type AdmissionExport, exportedDifference } from '@gerbang/contracts/admission-export';
import { fileLink } from '@gerbang/contracts/files';
import { wayWords } from '@gerbang/domain/registration-payments';
import { audit } from '@gerbang/service-kit/audit/audit';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { processingTrail } from '@gerbang/service-kit/audit/processing-trail';
import { lockRecentActions } from '@gerbang/service-kit/audit/recent-actions';
import { type Db, readSnapshot } from '@gerbang/service-kit/data/database';
import { tooMany } from '@gerbang/service-kit/http/problems';
import { shown as fieldsOf } from '@gerbang/service-kit/http/shown';
import type { Knex } from 'knex';
import { noticesOf } from '../checklists/document-messages.repository.ts';
import { childrenOfFamily, consentsOf, isChildLocked } from '../registration-record/children.repository.ts';
import { toChild } from '../children/children.view.ts';
import type { Context } from '../context.ts';
import type { Tables } from '../database.types.ts';
import { ownParent } from '../parents/parents.repository.ts';
import { emptyParent, toParent } from '../parents/parents.view.ts';
import { allDifferences } from '../registration-record/fee-differences.repository.ts';
import { paymentHistory } from '../registration-record/payments.repository.ts';
import { toRegistration } from '../registration-record/registrations.view.ts';
import { fullRegistration, registrations } from '../registration-record/registrations.repository.ts';
import { allRegistrationsOf, EXPORTED, filesOf, type OwnFile } from './data-export.repository.ts';

const HOUR_SECONDS = 3600;

/** Notes an export in the trail; 429 over the hour's limit. */
async function noteExport(context: Context, trx: Db, caller: Caller): Promise<void> {
  const recent = await lockRecentActions(trx, { actorId: caller.id, action: EXPORTED, minutes: 60 });
  if (recent >= context.config.EXPORTS_PER_HOUR) throw tooMany(HOUR_SECONDS);
  await audit(trx, {
    action: EXPORTED,
    actor: await actorOf(trx, caller),
    subject: caller.id,
    origin: caller.origin,
  });
}

const isoOf = (at: Date | null) => (at === null ? null : new Date(at).toISOString());

async function childrenPart(
  context: Context,
  db: Db,
  children: readonly Tables['children'][],
): Promise<AdmissionExport['children']> {
  const made: AdmissionExport['children'] = [];
  const told = await noticesOf(
    db,
    children.map(({ id }) => id),
  );
  for (const child of children) {
    const locked = await isChildLocked(db, child.id);
    const at = told.get(child.id);
    made.push({
      ...toChild(context.columns, child, locked),
      deleted_at: isoOf(child.deleted_at),
      ...(at && { documents_told_at: at.toISOString() }),
    });
  }
  return made;
}

/** Registrations of these children, deleted ones too: they are kept until their time is over. */
async function registrationsPart(
  context: Context,
  db: Knex.Transaction,
  childIds: readonly string[],
): Promise<AdmissionExport['registrations']> {
  const own: AdmissionExport['registrations'] = [];
  for (const { id, deleted_at } of await allRegistrationsOf(db, childIds)) {
    const record = await fullRegistration(registrations(db).clear('where'), db, id);
    if (!record) continue;
    const history = await paymentHistory(db, id);
    const differences = await allDifferences(db, id);
    let parts: Partial<AdmissionExport['registrations'][number]> = {};
    for (const feature of context.features)
      parts = { ...parts, ...(await feature.exportRegistration?.(context, db, record)) };
    own.push({
      ...toRegistration(context, record),
      deleted_at: isoOf(deleted_at),
      result_opened_at: record.result_opened_at?.toISOString() ?? null,
      stages: [],
      ...parts,
      ...(differences.length > 0 && {
        fee_differences: differences.map((one) => fieldsOf(exportedDifference, one)),
      }),
      payment_history: history.map((event) => ({
        at: new Date(event.at).toISOString(),
        from_status: event.from_status,
        to_status: event.to_status,
        reason: event.reason,
        cause: event.cause,
        by_way_of: event.cause === 'bank' ? wayWords(event.pay_channel) : null,
        by: { name: event.actor_name, role: event.actor_role },
      })),
    });
  }
  return own;
}

const toFile = (row: OwnFile): AdmissionExport['files'][number] => ({
  id: row.id,
  link: fileLink(row.id),
  name: row.name,
  media_type: row.media_type,
  size: row.size,
  uploaded_at: new Date(row.created_at).toISOString(),
  attached_to: row.attached_to,
  alert: row.alert_status,
});

/**
 * Everything that admission holds about the caller's family, deleted records too, and which staff read it. It is read in
 * one snapshot, and noted in the trail before anything is shown.
 */
export async function exportFamily(context: Context, caller: Caller): Promise<AdmissionExport> {
  await context.database.transaction((trx) => noteExport(context, trx, caller));
  return context.database.transaction(async (db) => {
    await readSnapshot(db);
    const parent = await ownParent(db, caller.id);
    const children = parent ? await childrenOfFamily(db, parent.id) : [];
    const childIds = children.map(({ id }) => id);
    const own = await registrationsPart(context, db, childIds);
    const files = await filesOf(db, caller.id);
    const consents = await consentsOf(db, childIds);
    let parts: Pick<AdmissionExport, 'documents' | 'erasure_requests'> = {
      documents: [],
      erasure_requests: [],
    };
    for (const feature of context.features)
      parts = { ...parts, ...(await feature.exportFamily?.(context, db, { userId: caller.id, childIds })) };
    const subjects = [
      caller.id,
      ...(parent ? [parent.id] : []),
      ...childIds,
      ...[own, parts.documents, files, parts.erasure_requests].flatMap((records) =>
        records.map(({ id }) => id),
      ),
    ];
    return {
      profile: parent ? toParent(context.columns, parent) : emptyParent(caller.id),
      children: await childrenPart(context, db, children),
      consents: consents.map(({ child_id, version, address, given_at }) => ({
        child_id,
        version,
        address,
        given_at: new Date(given_at).toISOString(),
      })),
      registrations: own,
      files: files.map(toFile),
      ...parts,
      trail: await processingTrail(
        db,
        caller.id,
        subjects,
        ...(parent
          ? [
              {
                actions: [
                  'registration.exported',
                  'documents.exported',
                  'waitlist.exported',
                  'offers.exported',
                  'withdrawal.exported',
                  'dapodik.exported',
                  'correction_requests.exported',
                  'proof_alerts.exported',
                ],
                since: new Date(parent.created_at),
              },
            ]
          : []),
      ),
    };
  });
}
