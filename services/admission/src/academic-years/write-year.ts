import type {
  AcademicYear,
  changeYear as changeCall,
  planYear as planCall,
} from '@gerbang/contracts/academic-years';
import { isSchoolYear, YEAR_STATE_LABELS } from '@gerbang/domain/academic-years';
import { audit } from '@gerbang/service-kit/audit/audit';
import { changeLocked } from '@gerbang/service-kit/data/change-locked';
import type { Db } from '@gerbang/service-kit/data/database';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { conflict, notFound, refusedField } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { lockVersions } from '../school/school-versions.repository.ts';
import { changeOpenYears } from './change-open-years.ts';
import {
  type CountedYear,
  insertYear,
  lockYear,
  yearsOf,
} from '../registration-record/academic-years.repository.ts';

/** The actions of the trail that change a year. */
export const YEAR_ACTIONS = [
  'year.planned',
  'year.opened',
  'year.closed',
  'year.reopened',
  'year.archived',
] as const;
export const noYear = () => notFound('Tahun ajaran tidak ditemukan');

const stepOf = (at: Date | null, id: string | null, name: string | null) =>
  at && { at: at.toISOString(), by: id === null ? null : { name } };

/** A year as staff read it. */
export function toYear(year: CountedYear): AcademicYear {
  const { label, state, starts_on, registrations, version } = year;
  return {
    label,
    state,
    starts_on,
    opened: stepOf(year.opened_at, year.opened_by_id, year.opened_by_name),
    closed: stepOf(year.closed_at, year.closed_by_id, year.closed_by_name),
    registrations,
    version,
  };
}

/** A year as staff read it; 404 where there is none. */
export async function yearView(db: Db, label: string): Promise<AcademicYear> {
  const [year] = await yearsOf(db, label);
  if (!year) throw noYear();
  return toYear(year);
}

/** Plans a year: 422 unless it is two years in a row, 409 `year_exists`. */
export async function planYear(
  { database }: Pick<Context, 'database'>,
  caller: Caller,
  { label }: z.output<(typeof planCall)['body']>,
): Promise<AcademicYear> {
  if (!isSchoolYear(label)) {
    throw refusedField('academic_year', 'label', 'Tulis dua tahun yang berurutan, misalnya 2026/2027');
  }
  return database.transaction(async (trx) => {
    const made = await insertYear(trx, label);
    if (!made) throw conflict('year_exists', `Tahun ajaran ${label} sudah ada.`);
    await audit(trx, {
      action: 'year.planned',
      actor: await actorOf(trx, caller),
      subject: made.id,
      details: { academic_year: label },
      origin: caller.origin,
    });
    return yearView(trx, label);
  });
}

/** Opens a planned year to families. 409 `scheduled_pending` while other settings wait for their day, `year_state` for a year that was closed. */
export async function openYear(
  context: Context,
  caller: Caller,
  label: string,
  { version }: z.output<(typeof changeCall)['body']>,
): Promise<AcademicYear> {
  const view = ({ trx }: { readonly trx: Db }) => yearView(trx, label);
  const answer = await changeLocked(
    context.database,
    { ...caller, ...(version !== undefined && { ifMatch: String(version) }) },
    {
      lock: async (trx) => {
        await lockVersions(trx);
        return lockYear(trx, label);
      },
      notFound: noYear,
      expect: { actions: YEAR_ACTIONS, present: view },
      apply: async ({ trx, present: { state } }) => {
        if (state === 'open') return null;
        if (state !== 'planned') {
          const word = YEAR_STATE_LABELS[state].toLowerCase();
          throw conflict('year_state', `Tahun ajaran ${label} sudah ${word}.`);
        }
        await changeOpenYears(context, trx, caller, {
          note: `Tahun ajaran ${label} dibuka`,
          years: (present) => [...present, label].toSorted(),
        });
        return label;
      },
      audit: ({ present }) => ({
        action: 'year.opened',
        subject: present.id,
        details: { academic_year: label },
      }),
      view,
    },
  );
  // So that the caller's next read of this process shows it; the others hear of it by the commit.
  await context.school.look();
  return answer;
}
