import { nextWords, registrationTodo } from '@gerbang/domain/checklist';
import { completeness, isDocumentComplete } from '@gerbang/domain/child-documents';
import { isMessageHour, messagesEnd } from '@gerbang/domain/message-hours';
import type { Db } from '@gerbang/service-kit/data/database';
import { type AccountMessage, publishAccountMessage } from '@gerbang/service-kit/events/account-messages';
import type { Context } from '../context.ts';
import { checklistFacts, checklistStep } from './checklist.view.ts';
import { type ChecklistRecord, checklistRecords, newestLiveOf } from './checklists.repository.ts';
import {
  AT_ONCE,
  type DecidedChild,
  decidedChildren,
  takeDecided,
  takeReminders,
} from './document-messages.repository.ts';

/** So long nothing of a child is decided before its family is told all of it in one message. */
const QUIET_MS = 600_000;

/** A message about documents; it names them and never says a reason or a number. */
async function tell(
  context: Context,
  trx: Db,
  record: ChecklistRecord,
  {
    link,
    params,
    ...message
  }: Pick<AccountMessage, 'kind' | 'dedupeKey' | 'params'> & { readonly link: string },
): Promise<void> {
  const { config, now } = context;
  await publishAccountMessage(context, trx, record.family_user_id, {
    ...message,
    params: { child: record.child_name, ...params, link: new URL(link, config.PUBLIC_ORIGIN).href },
    priority: 'bulk',
    expiresAt: messagesEnd(now()).toISOString(),
  });
}

const documentsPage = ({ child_id }: ChecklistRecord) => `/children/${child_id}/dokumen`;
const named = (documents: readonly { readonly label: string }[]) => ({
  count: String(documents.length),
  documents: documents.map(({ label }) => label).join(', '),
});

/** What the family should know of the decisions since `before`, if it is still so: returned documents, or that all are there. */
async function tellDecisions(
  context: Context,
  trx: Db,
  record: ChecklistRecord,
  { before, decided_at }: { readonly before: Date | null; readonly decided_at: Date },
): Promise<boolean> {
  const { documents } = record;
  const isNews = ({ changed_at }: { readonly changed_at: string | null }) =>
    changed_at !== null && (before === null || new Date(changed_at) > before);
  const returned = documents.filter(({ status }) => status === 'returned');
  if (returned.some(isNews)) {
    await tell(context, trx, record, {
      kind: 'documents_returned',
      dedupeKey: `documents_returned:${record.child_id}:${decided_at.toISOString()}`,
      params: named(returned),
      link: documentsPage(record),
    });
    return true;
  }
  const required = documents.filter((one) => one.required);
  const all = completeness(documents.map((one) => ({ ...one, complete: isDocumentComplete(one) })));
  if (!all.re_enrolment || !required.some(isNews)) return false;
  const step = checklistStep(record);
  await tell(context, trx, record, {
    kind: 'documents_complete',
    dedupeKey: `documents_complete:${record.id}:${decided_at.toISOString()}`,
    params: { next: nextWords(step) },
    link: step?.link ?? '/registrations',
  });
  return true;
}

/** Tells a family once what was decided about its child's documents. */
async function tellFamily(context: Context, decided: DecidedChild): Promise<boolean> {
  return context.database.transaction(async (trx) => {
    const taken = await takeDecided(trx, decided);
    if (!taken) return false;
    const id = await newestLiveOf(trx, decided.child_id);
    const [record] = id === undefined ? [] : await checklistRecords(trx, [id]);
    return record !== undefined && tellDecisions(context, trx, record, { ...taken, ...decided });
  });
}

/** The required documents that the family has to send: never sent, or returned. */
export const missingDocuments = (record: ChecklistRecord) =>
  registrationTodo(checklistFacts(record)).flatMap(({ document }) => (document?.required ? [document] : []));

/** Sends the reminders that staff asked for, where something is still missing. */
async function tellReminded(context: Context): Promise<number> {
  return context.database.transaction(async (trx) => {
    const reminders = await takeReminders(trx, context.now());
    const records = await checklistRecords(
      trx,
      reminders.map(({ registration_id }) => registration_id),
    );
    for (const record of records) {
      const missing = missingDocuments(record);
      const asked = reminders.find(({ registration_id }) => registration_id === record.id);
      if (missing.length === 0 || !asked) continue;
      await tell(context, trx, record, {
        kind: 'documents_missing',
        dedupeKey: `documents_missing:${record.id}:${asked.asked_at.toISOString()}`,
        params: named(missing),
        link: documentsPage(record),
      });
    }
    return reminders.length;
  });
}

/**
 * Tells families by day what was decided about a child's documents, ten minutes after the last decision in one message, and
 * what staff reminded them of; only what is still true. Returns how many families it looked at.
 */
export async function tellAboutDocuments(context: Context): Promise<number> {
  if (!isMessageHour(context.now())) return 0;
  const quiet = new Date(context.now().getTime() - QUIET_MS);
  const decided = await decidedChildren(context.database.knex, quiet);
  for (const one of decided) await tellFamily(context, one);
  let reminded = await tellReminded(context);
  for (let some = reminded; some === AT_ONCE; reminded += some) some = await tellReminded(context);
  return decided.length + reminded;
}
