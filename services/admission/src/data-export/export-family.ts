import {
  type AdmissionExport,
  bookingExportSchema,
  exportedDifference,
} from '@gerbang/contracts/admission-export';
import { fileLink } from '@gerbang/contracts/files';
import { wayWords } from '@gerbang/domain/registration-payments';
import { audit } from '@gerbang/service-kit/audit/audit';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { processingTrail } from '@gerbang/service-kit/audit/processing-trail';
import { lockRecentActions } from '@gerbang/service-kit/audit/recent-actions';
import type { Db } from '@gerbang/service-kit/data/database';
import { tooMany } from '@gerbang/service-kit/http/problems';
import { shown as fieldsOf } from '@gerbang/service-kit/http/shown';
import type { Knex } from 'knex';
import { noticesOf, reminderOf } from '../checklists/document-messages.repository.ts';
import { exportedDocuments } from '../child-documents/export-documents.ts';
import { childrenOfFamily, consentsOf, isChildLocked } from '../registration-record/children.repository.ts';
import { toChild } from '../children/children.view.ts';
import type { Context } from '../context.ts';
import type { Tables } from '../database.types.ts';
import { notesOf } from '../families/families.repository.ts';
import { toNote } from '../families/read-family.ts';
import { bookingsOf } from '../observation-slots/bookings.repository.ts';
import { assessmentsOf } from '../observation-scores/scores.repository.ts';
import { ownErasures } from '../erasure-requests/erasure-requests.repository.ts';
import { toErasure } from '../erasure-requests/erasure-requests.view.ts';
import { ownParent } from '../parents/parents.repository.ts';
import { exportedAnswers } from '../dapodik/dapodik.repository.ts';
import { emptyParent, toParent } from '../parents/parents.view.ts';
import { allDifferences } from '../registration-record/fee-differences.repository.ts';
import { paymentHistory } from '../registration-record/payments.repository.ts';
import { stageHistory } from '../registration-stages/registration-stages.view.ts';
import { toRegistration } from '../registration-record/registrations.view.ts';
import { accountOf } from '../withdrawals/refund-account.ts';
import { toWithdrawal, type WithdrawalRecord, withdrawalsOf } from '../withdrawals/withdrawals.repository.ts';
import { requestsOf, toRequest } from '../corrections/correction-requests.repository.ts';
import { correctionsOf } from '../corrections/corrections.repository.ts';
import { toCorrection } from '../corrections/corrections.view.ts';
import { fullRegistration, registrations } from '../registration-record/registrations.repository.ts';
import { waveById } from '../seats/waves/waves.repository.ts';
import { exportedSeat } from '../seats/offers/export-seat.ts';
import {
  allRegistrationsOf,
  EXPORTED,
  filesOf,
  type OwnFile,
  readSnapshot,
} from './data-export.repository.ts';

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

/** A request to leave, while it waits with where its money is to go. */
function toAsked(context: Context, record: WithdrawalRecord) {
  const to = accountOf(context, record);
  return { ...toWithdrawal(record), ...(to && { to }) };
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
    const seat = await exportedSeat(context, db, id);
    const reminder = await reminderOf(db, id);
    const corrections = await correctionsOf(db, [id]);
    const requests = await requestsOf(db, [id]);
    const withdrawals = await withdrawalsOf(db, id);
    const left = withdrawals.find(({ status }) => status === 'done');
    const asked = withdrawals.filter((one) => one !== left).map((one) => toAsked(context, one));
    const differences = await allDifferences(db, id);
    const bookings = await bookingsOf(db, id);
    const assessments = await assessmentsOf(db, id);
    own.push({
      ...toRegistration(context, record),
      deleted_at: isoOf(deleted_at),
      ...(record.wave_id !== null && { wave: (await waveById(db, record.wave_id)).name }),
      result_opened_at: record.result_opened_at?.toISOString() ?? null,
      stages: await stageHistory(db, id),
      ...(seat && { seat }),
      ...(corrections.length > 0 && {
        corrections: corrections.map((one) => toCorrection(context.columns, one)),
      }),
      ...(left && { withdrawal: toWithdrawal(left) }),
      ...(asked.length > 0 && { withdrawal_requests: asked }),
      ...(differences.length > 0 && {
        fee_differences: differences.map((one) => fieldsOf(exportedDifference, one)),
      }),
      ...(bookings.length > 0 && {
        observation_bookings: bookings.map((one) => fieldsOf(bookingExportSchema, one)),
      }),
      ...(assessments.length > 0 && { observation_assessments: assessments }),
      ...(requests.length > 0 && { correction_requests: requests.map(toRequest) }),
      ...(reminder && {
        documents_reminder: {
          asked_at: reminder.asked_at.toISOString(),
          done_at: isoOf(reminder.done_at),
        },
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
    const documents = await exportedDocuments(context, db, childIds);
    const files = await filesOf(db, caller.id);
    const cases = await ownErasures(db, caller.id);
    const consents = await consentsOf(db, childIds);
    const notes = await notesOf(db, caller.id);
    const dapodik = await exportedAnswers(db, context.columns, caller.id);
    const subjects = [
      caller.id,
      ...(parent ? [parent.id] : []),
      ...childIds,
      ...[own, documents, files, cases].flatMap((records) => records.map(({ id }) => id)),
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
      documents,
      files: files.map(toFile),
      ...(notes.length > 0 && { notes: notes.map(toNote) }),
      ...(dapodik.length > 0 && { dapodik }),
      erasure_requests: cases.map((one) => toErasure(one, context.now())),
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
