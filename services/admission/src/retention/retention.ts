import { jakartaDay } from '@gerbang/domain/jakarta-time';
import type { Db } from '@gerbang/service-kit/data/database';
import { type RetentionRule, trailRule } from '@gerbang/service-kit/data/retention';
import type { Context } from '../context.ts';
import { endOldDocuments } from '../child-documents/publish-completeness.ts';
import { endVersions } from '../child-documents/end-documents.repository.ts';
import {
  deleteBytes,
  endChildren,
  endNotes,
  endRegistrations,
} from '../registration-record/end-data.repository.ts';
import { endSheets } from '../observation-scores/scores.repository.ts';
import { unprovedAccountsRule } from './end-unproved-accounts.ts';
import {
  countDue,
  countOldNotes,
  DUE,
  dueIds,
  endImports,
  endOldNotes,
  lockDue,
} from './retention.repository.ts';

type Due = (typeof DUE)[keyof typeof DUE];
/** Ends rows; returns the files that end with them, whose bytes are deleted after the transaction. */
type End = (trx: Db, ids: readonly string[]) => Promise<readonly string[] | void>;

/** Rows whose time is over end in the transaction that finds them. */
function rule(
  context: Context,
  name: string,
  due: Due,
  end: End,
  find: typeof lockDue = lockDue,
): RetentionRule {
  const today = () => jakartaDay(context.now());
  return {
    name,
    due: (db) => countDue(db, due, today()),
    end: async () => {
      const { ended, files } = await context.database.transaction(async (trx) => {
        const ids = await find(trx, due, today());
        return { ended: ids.length, files: await end(trx, ids) };
      });
      await deleteBytes(context, files ?? []);
      return ended;
    },
  };
}

function documentNotesRule({ database, now }: Context): RetentionRule {
  return {
    name: 'document_notes',
    due: (db) => countOldNotes(db, jakartaDay(now())),
    end: () => endOldNotes(database.knex, jakartaDay(now())),
  };
}

/** The rules by which admission's data ends, and the trail after five years. The hourly sweep ends codes after two days. */
export function retentionRules(context: Context): RetentionRule[] {
  // Registrations end with their stages, proofs and bytes; other services get an event.
  const registrations: End = async (trx, ids) => {
    const { blanks, files } = await endRegistrations(context, trx, ids);
    if (ids.length > 0) {
      const erased = { request_id: null, user_id: null, registrations: blanks };
      await context.outbox.publish(trx, 'data.erased', erased);
    }
    return files;
  };
  return [
    rule(context, 'registrations_never_paid', DUE.neverPaid, registrations),
    rule(context, 'registrations_failed', DUE.failed, registrations),
    rule(context, 'children_deleted', DUE.deletedChildren, endChildren),
    rule(context, 'document_versions_replaced', DUE.replacedVersions, endVersions),
    rule(context, 'child_documents', DUE.documents, (trx, ids) => endOldDocuments(context, trx, ids)),
    documentNotesRule(context),
    rule(context, 'family_notes', DUE.familyNotes, endNotes, dueIds),
    // Imported lists end with all of their rows; what they wrote of families stays.
    rule(context, 'imports', DUE.imports, endImports),
    // Scores and notes of assessors; the average of a child stays with its registration.
    rule(context, 'observation_scores', DUE.scores, (trx, ids) => endSheets(context, trx, ids)),
    unprovedAccountsRule(context),
    trailRule(context.database),
  ];
}
