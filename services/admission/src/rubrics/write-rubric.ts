import {
  type Rubric,
  rubricSchema,
  type activateRubric,
  type writeRubric as call,
} from '@gerbang/contracts/rubrics';
import { can } from '@gerbang/domain/abilities';
import { FLAG_BASIS, flaggedWords } from '@gerbang/domain/rubrics';
import { audit } from '@gerbang/service-kit/audit/audit';
import { changeLocked } from '@gerbang/service-kit/data/change-locked';
import type { Db } from '@gerbang/service-kit/data/database';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { conflict, notFound, Problem } from '@gerbang/service-kit/http/problems';
import { shown } from '@gerbang/service-kit/http/shown';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import {
  activeRubric,
  insertDraft,
  lockLevel,
  rubricById,
  type RubricRecord,
  updateRubric,
} from './rubrics.repository.ts';

type Body = z.output<(typeof call)['body']>;

const ACTIONS = ['rubric.drafted', 'rubric.activated', 'rubric.retired'] as const;
const noRubric = () => notFound('Rubrik tidak ditemukan');
const notDraft = () => conflict('rubric_state', 'Rubrik ini bukan draf lagi. Buat draf baru dari isinya.');

/** A rubric as staff read it. */
export function toRubric(record: RubricRecord): Rubric {
  const { confirmed_by_id, confirmed_by_name, created_by_id, created_by_name, ...row } = record;
  return {
    ...(shown(rubricSchema, row) as Rubric),
    confirmed_by: confirmed_by_id === null ? null : { name: confirmed_by_name },
    created_by: created_by_id === null ? null : { name: created_by_name },
  };
}

async function rubricView(db: Db, id: string): Promise<Rubric> {
  const record = await rubricById(db, id);
  if (!record) throw noRubric();
  return toRubric(record);
}

/** The steps of a change of one rubric, under the lock of its level. */
const rubricSteps = (id: string) => ({
  lock: async (trx: Db) => {
    const named = await rubricById(trx, id);
    if (!named) return undefined;
    await lockLevel(trx, named.jenjang);
    return rubricById(trx, id);
  },
  notFound: noRubric,
  expect: { actions: ACTIONS, present: ({ trx }: { readonly trx: Db }) => rubricView(trx, id) },
  view: ({ trx }: { readonly trx: Db }) => rubricView(trx, id),
});

const draftNote = ({ id, jenjang, version_no, items, flagged_words }: RubricRecord | Rubric) => ({
  action: 'rubric.drafted',
  subject: id,
  details: { jenjang, version_no, items: items.length, ...(flagged_words.length > 0 && { flagged_words }) },
});

/** Writes a draft, or the content of one that is there: 409 `rubric_state` once it was activated, `stale` where it changed. */
export async function writeRubric(
  { database }: Pick<Context, 'database'>,
  caller: Caller,
  { jenjang, title, items, draft }: Body,
): Promise<Rubric> {
  const content = { jenjang, title, items, flagged_words: flaggedWords({ jenjang, title, items }) };
  if (!draft) {
    return database.transaction(async (trx) => {
      await lockLevel(trx, jenjang);
      const actor = await actorOf(trx, caller);
      const written = await insertDraft(trx, content, actor);
      await audit(trx, { ...draftNote(written), actor, origin: caller.origin });
      return toRubric(written);
    });
  }
  return changeLocked(
    database,
    { ...caller, ifMatch: String(draft.version) },
    {
      ...rubricSteps(draft.id),
      apply: async ({ trx, present }) => {
        if (present.status !== 'draft' || present.jenjang !== jenjang) throw notDraft();
        await updateRubric(trx, present, 'draft', content);
        return content;
      },
      audit: ({ present }) => draftNote({ ...present, ...content }),
    },
  );
}

function wordsFlagged(words: readonly string[]): Problem {
  const message = `Rubrik ini memuat kata ${words.join(', ')}. ${FLAG_BASIS} Kepala sekolah harus memastikan bahwa tidak ada tes.`;
  return new Problem(409, 'words_flagged', message, { details: { words, basis: FLAG_BASIS } });
}

/** Puts a draft in force in place of the one before. 409 `words_flagged` until the head confirms the words; `rubric_state`. */
export async function bringRubricIntoForce(
  { database, now }: Pick<Context, 'database' | 'now'>,
  caller: Caller,
  id: string,
  { version, confirm_words }: z.output<(typeof activateRubric)['body']>,
): Promise<Rubric> {
  return changeLocked(
    database,
    { ...caller, ...(version !== undefined && { ifMatch: String(version) }) },
    {
      ...rubricSteps(id),
      apply: async ({ trx, present, actor }) => {
        if (present.status !== 'draft') throw notDraft();
        const words = flaggedWords(present);
        const confirms = confirm_words === true && can(caller.role, 'rubrics.confirm_words');
        if (words.length > 0 && !confirms) throw wordsFlagged(words);
        const before = await activeRubric(trx, present.jenjang);
        if (before) await updateRubric(trx, before, 'retired', {});
        const by = await actor();
        await updateRubric(trx, present, 'active', {
          activated_at: now(),
          ...(words.length > 0 && { confirmed_by_id: by.id, confirmed_by_name: by.name }),
        });
        return { before, words };
      },
      audit: ({ present: { jenjang, version_no } }, { before, words }) => [
        ...(before
          ? [
              {
                action: 'rubric.retired',
                subject: before.id,
                details: { jenjang, version_no: before.version_no },
              },
            ]
          : []),
        {
          action: 'rubric.activated',
          subject: id,
          details: { jenjang, version_no, ...(words.length > 0 && { confirmed_words: words }) },
        },
      ],
    },
  );
}
