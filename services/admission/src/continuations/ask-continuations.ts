import type { askContinuations as call, readContinuations } from '@gerbang/contracts/continuations';
import { continuingFee, nextPlace, yearAfter } from '@gerbang/domain/continuations';
import { dayText } from '@gerbang/domain/date-text';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { levelSentence } from '@gerbang/domain/level-words';
import { refuseClass } from '@gerbang/domain/levels';
import { audit } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { byDay, publishAccountMessage } from '@gerbang/service-kit/events/account-messages';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { conflict, notFound, refusedField } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { holdYear, yearsOf } from '../registration-record/academic-years.repository.ts';
import { levelOf } from '../registration-record/rules.ts';
import { answersOf, type Candidate, candidatesOf, insertQuestions } from './continuations.repository.ts';

type Body = z.output<(typeof call)['body']>;
type Asked = z.output<(typeof call)['response'][200]>;
type Answers = z.output<(typeof readContinuations)['response'][200]>;

const noYear = () => notFound('Tahun ajaran tidak ditemukan');

/** Where the children go, by the table of steps of the set-up; 422 for a class that leads nowhere, or not there. */
function placeOf({ school }: Context, { jenjang, kelas = null, to_kelas = null }: Body) {
  const { levels, next_classes } = school.settings;
  const next = nextPlace(levels, { jenjang, kelas }, next_classes);
  if (!next) throw refusedField('continuation', 'kelas', 'Dari kelas ini tidak ada kelas lanjutan');
  const level = levelOf(school.settings, next.jenjang);
  if (refuseClass(level, to_kelas) !== null || (next.jenjang === jenjang && to_kelas === kelas)) {
    throw refusedField('continuation', 'to_kelas', 'Kelas tujuan tidak ada di jenjang lanjutannya');
  }
  return { jenjang: next.jenjang, kelas: to_kelas, level };
}

/** Tells a family that the school wants to know, once for each child. */
export async function tellQuestion(
  context: Context,
  trx: Db,
  { id, child_name, user_id }: Pick<Candidate, 'id' | 'child_name' | 'user_id'>,
  {
    kind,
    place,
    deadline,
  }: {
    readonly kind: 'continue_asked' | 'continue_reminder';
    readonly place: Parameters<typeof levelSentence>[1];
    readonly deadline: string;
  },
): Promise<void> {
  await publishAccountMessage(context, trx, user_id, {
    kind,
    dedupeKey: `${kind}:${id}`,
    priority: 'bulk',
    params: {
      child: child_name,
      level: levelSentence(context.school.settings.levels, place),
      until: dayText(deadline),
      link: new URL('/dashboard', context.config.PUBLIC_ORIGIN).href,
    },
    ...byDay(context),
  });
}

/**
 * Asks the families of a class's accepted children whether they go on in the next year; those that were asked, or are
 * registered there, are left alone. A preview only counts. 409 `year_state` where the next year is not planned, or is over.
 */
export async function askFamilies(
  context: Context,
  caller: Caller,
  label: string,
  body: Body,
): Promise<Asked> {
  const at = context.now();
  const { jenjang, kelas = null, deadline, fee_percent, observation, preview = false } = body;
  if (deadline < jakartaDay(at)) {
    throw refusedField('continuation', 'deadline', 'Batas jawaban tidak boleh sudah lewat');
  }
  const { level, ...place } = placeOf(context, body);
  const academic_year = yearAfter(label);
  return context.database.transaction(async (trx) => {
    if ((await holdYear(trx, label)) === undefined) throw noYear();
    const next = await holdYear(trx, academic_year);
    if (next !== 'open' && next !== 'planned') {
      throw conflict('year_state', `Rencanakan tahun ajaran ${academic_year} lebih dahulu.`);
    }
    const all = await candidatesOf(trx, { academic_year: label, jenjang, kelas }, academic_year);
    const open = all.filter(({ settled }) => !settled);
    const asked = {
      academic_year,
      ...place,
      fee: continuingFee(level.fee, fee_percent),
      asked: open.length,
      already: all.length - open.length,
    };
    if (preview) return asked;
    const made = await insertQuestions(
      trx,
      open.map(({ id }) => id),
      {
        academic_year,
        ...place,
        deadline,
        fee_percent,
        observation,
        asked_at: at,
        asked_by_id: caller.id,
      },
    );
    for (const one of open) {
      const id = made.get(one.id);
      if (id === undefined) continue;
      await tellQuestion(context, trx, { ...one, id }, { kind: 'continue_asked', place, deadline });
    }
    await audit(trx, {
      action: 'continuations.asked',
      actor: await actorOf(trx, caller),
      subject: caller.id,
      details: {
        academic_year: label,
        jenjang,
        kelas,
        ...(place.kelas && { to_kelas: place.kelas }),
        asked: made.size,
      },
      origin: caller.origin,
    });
    return { ...asked, asked: made.size, already: all.length - made.size };
  });
}

/** What the families of a year answered. */
export async function readAnswers({ database, school }: Context, label: string): Promise<Answers> {
  const db = database.knex;
  if ((await yearsOf(db, label)).length === 0) throw noYear();
  const { levels, next_classes } = school.settings;
  const groups = (await answersOf(db, label)).flatMap(
    ({ jenjang, kelas, accepted, to_jenjang, to_kelas, deadline, yes, no, none }) => {
      const next = nextPlace(levels, { jenjang, kelas }, next_classes);
      const to = to_jenjang === null ? next : { jenjang: to_jenjang, kelas: to_kelas };
      if (!to) return [];
      return [
        {
          jenjang,
          kelas,
          to_jenjang: to.jenjang,
          to_kelas: to.kelas,
          accepted,
          deadline,
          answers: { yes, no, none },
        },
      ];
    },
  );
  const sum = (of: 'yes' | 'no' | 'none') => groups.reduce((total, { answers }) => total + answers[of], 0);
  return { answers: { yes: sum('yes'), no: sum('no'), none: sum('none') }, groups };
}
