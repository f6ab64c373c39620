import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { type RetentionRule, trailRule } from '@gerbang/service-kit/data/retention';
import type { Context } from '../context.ts';
import { endOldDocuments } from '../child-documents/publish-completeness.ts';
import { endVersions } from '../child-documents/end-documents.repository.ts';
import { deleteBytes } from '../files/sweep-files.ts';
import { endChildren, endNotes, endRegistrations } from '../erasure-requests/end-data.repository.ts';
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

type Parts = Pick<Context, 'database' | 'outbox' | 'store' | 'log' | 'now'>;

/** Registrations whose time is over end with their stages, proofs and bytes; other services get an event. */
function registrationRule(
  parts: Parts,
  name: string,
  condition: typeof DUE.neverPaid | typeof DUE.failed,
): RetentionRule {
  const today = () => jakartaDay(parts.now());
  return {
    name,
    due: (db) => countDue(db, condition, today()),
    end: async () => {
      const { ended, files } = await parts.database.transaction(async (trx) => {
        const ids = await lockDue(trx, condition, today());
        const { blanks, files: gone } = await endRegistrations(parts, trx, ids);
        if (ids.length > 0) {
          await parts.outbox.publish(trx, 'data.erased', {
            request_id: null,
            user_id: null,
            registrations: blanks,
          });
        }
        return { ended: ids.length, files: gone };
      });
      await deleteBytes(parts, files);
      return ended;
    },
  };
}

function childrenRule(parts: Parts): RetentionRule {
  const today = () => jakartaDay(parts.now());
  return {
    name: 'children_deleted',
    due: (db) => countDue(db, DUE.deletedChildren, today()),
    end: async () => {
      const { ended, files } = await parts.database.transaction(async (trx) => {
        const ids = await lockDue(trx, DUE.deletedChildren, today());
        return { ended: ids.length, files: await endChildren(trx, ids) };
      });
      await deleteBytes(parts, files);
      return ended;
    },
  };
}

/** Documents, or versions of them, whose time is over end with their pages and bytes. */
function documentRule(
  parts: Parts,
  name: string,
  condition: typeof DUE.replacedVersions | typeof DUE.documents,
  end: typeof endVersions,
): RetentionRule {
  const today = () => jakartaDay(parts.now());
  return {
    name,
    due: (db) => countDue(db, condition, today()),
    end: async () => {
      const { ended, files } = await parts.database.transaction(async (trx) => {
        const ids = await lockDue(trx, condition, today());
        return { ended: ids.length, files: await end(trx, ids) };
      });
      await deleteBytes(parts, files);
      return ended;
    },
  };
}

function documentNotesRule({ database, now }: Parts): RetentionRule {
  return {
    name: 'document_notes',
    due: (db) => countOldNotes(db, jakartaDay(now())),
    end: () => endOldNotes(database.knex, jakartaDay(now())),
  };
}

function familyNotesRule({ database, now }: Parts): RetentionRule {
  const today = () => jakartaDay(now());
  return {
    name: 'family_notes',
    due: (db) => countDue(db, DUE.familyNotes, today()),
    end: () =>
      database.transaction(async (trx) => {
        const ids = await dueIds(trx, DUE.familyNotes, today());
        await endNotes(trx, ids);
        return ids.length;
      }),
  };
}

/** Imported lists end with all of their rows; what they wrote of families stays. */
function importsRule({ database, now }: Parts): RetentionRule {
  const today = () => jakartaDay(now());
  return {
    name: 'imports',
    due: (db) => countDue(db, DUE.imports, today()),
    end: () =>
      database.transaction(async (trx) => {
        const ids = await lockDue(trx, DUE.imports, today());
        await endImports(trx, ids);
        return ids.length;
      }),
  };
}

/** Scores and notes of assessors; the average of a child stays with its registration. */
function scoresRule(parts: Parts): RetentionRule {
  const today = () => jakartaDay(parts.now());
  return {
    name: 'observation_scores',
    due: (db) => countDue(db, DUE.scores, today()),
    end: () =>
      parts.database.transaction(async (trx) => {
        const ids = await lockDue(trx, DUE.scores, today());
        await endSheets(parts, trx, ids);
        return ids.length;
      }),
  };
}

/** The rules by which admission's data ends, and the trail after five years. The hourly sweep ends codes after two days. */
export function retentionRules(parts: Parts): RetentionRule[] {
  return [
    registrationRule(parts, 'registrations_never_paid', DUE.neverPaid),
    registrationRule(parts, 'registrations_failed', DUE.failed),
    childrenRule(parts),
    documentRule(parts, 'document_versions_replaced', DUE.replacedVersions, endVersions),
    documentRule(parts, 'child_documents', DUE.documents, (trx, ids) => endOldDocuments(parts, trx, ids)),
    documentNotesRule(parts),
    familyNotesRule(parts),
    importsRule(parts),
    scoresRule(parts),
    unprovedAccountsRule(parts),
    trailRule(parts.database),
  ];
}
