import type { OwnSheet, writeScore as call } from '@gerbang/contracts/observation-scores';
import { averageOf, WEIGHT_NEEDED } from '@gerbang/domain/observation-scores';
import { changeLocked } from '@gerbang/service-kit/data/change-locked';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { conflict, refusedField, unprocessable } from '@gerbang/service-kit/http/problems';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { lockOne, registrations } from '../registration-record/registrations.repository.ts';
import { noRegistration } from '../registration-record/rules.ts';
import type { RubricRecord } from '../rubrics/rubrics.repository.ts';
import { NO_RUBRIC, SENT, sheetRefused } from './score-rules.ts';
import { insertSheet, publishSummary, sheetOf, updateSheet } from './scores.repository.ts';
import { ownSheet, rubricOf } from './scores.view.ts';

type Body = z.output<(typeof call)['body']>;

/** The average of what was given: 422 `scores` for an item of another rubric, `too_few_items` where a sheet is sent too empty. */
function averaged({ items }: RubricRecord, { scores, status }: Body): number | null {
  const known = new Set(items.map(({ key }) => key));
  const stranger = Object.keys(scores).find((key) => !known.has(key));
  if (stranger !== undefined) {
    throw refusedField(
      'scores',
      `scores.${stranger}`,
      'Butir ini tidak ada di rubrik. Muat ulang lembarnya.',
    );
  }
  const average = averageOf(items, scores);
  if (average === null && status === 'submitted') {
    const message = `Isi dahulu sedikitnya ${WEIGHT_NEEDED} persen bobot butir, lalu kirim.`;
    throw unprocessable('too_few_items', message, [{ path: 'scores', message }]);
  }
  return average;
}

/**
 * Saves or sends the caller's own sheet about a child. 403 `not_assessor`, `own_family`; 409 `stage_not_allowed`, `no_rubric`,
 * `submitted`, `stale`; 422 `too_few_items`.
 */
export async function writeScore(
  context: Context,
  caller: Caller,
  id: string,
  body: Body,
): Promise<OwnSheet> {
  const view = ({ trx }: { readonly trx: Db }) => ownSheet(context, trx, caller, id);
  return changeLocked(
    context.database,
    { ...caller, ifMatch: String(body.version ?? 0) },
    {
      lock: async (trx) => {
        const registration = await lockOne(registrations(trx), id);
        if (!registration) return undefined;
        const refused = await sheetRefused(trx, caller, registration);
        if (refused) throw refused;
        const sheet = await sheetOf(trx, id, caller.id);
        if (sheet?.status === 'submitted') throw conflict('submitted', SENT);
        const rubric = await rubricOf(trx, registration, sheet);
        if (!rubric) throw conflict('no_rubric', NO_RUBRIC);
        return { id, version: sheet?.version ?? 0, sheet, rubric };
      },
      notFound: noRegistration,
      expect: { actions: [], present: view },
      apply: async ({ trx, present: { sheet, rubric }, actor }) => {
        const { scores, recommendation, status } = body;
        const sheetId = sheet?.id ?? uuidv7();
        const notes =
          body.notes === null
            ? null
            : context.columns.seal('observation_scores', 'notes', sheetId, body.notes);
        const written = {
          scores,
          average: averaged(rubric, body),
          recommendation,
          notes,
          submitted_at: status === 'submitted' ? context.now() : null,
        };
        if (sheet) await updateSheet(trx, sheet, { to: status, by: 'assessor' }, written);
        else {
          const first = { ...written, id: sheetId, registration_id: id, rubric_id: rubric.id, status };
          await insertSheet(trx, first, await actor());
        }
        return status;
      },
      // The trail is read by people who read no figures.
      audit: (_step, status) => ({
        action: status === 'submitted' ? 'score.submitted' : 'score.saved',
        subject: id,
      }),
      publish: async ({ trx }, status) => {
        if (status === 'submitted') await publishSummary(context, trx, id);
      },
      view,
    },
  );
}
