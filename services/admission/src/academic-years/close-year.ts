import {
  type AcademicYear,
  type closeYear as closeCall,
  type reopenYear as reopenCall,
  type YearChoices,
  type YearClosing,
} from '@gerbang/contracts/academic-years';
import { YEAR_STATE_LABELS } from '@gerbang/domain/academic-years';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { changeLocked, type LockedStep } from '@gerbang/service-kit/data/change-locked';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { assertFresh } from '@gerbang/service-kit/http/fresh';
import { conflict, forbidden, Problem } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { lockYear, type YearRecord, yearsOf } from '../registration-record/academic-years.repository.ts';
import { lockVersions } from '../school/school-versions.repository.ts';
import { changeOpenYears } from './change-open-years.ts';
import { followsOf, leftOf, reopenUntil, toClosing } from './closing.view.ts';
import {
  type ClosingRecord,
  countLeft,
  insertClosing,
  lockClosing,
  moveClosing,
  nextOpenYear,
  writeYearState,
} from './closings.repository.ts';
import { noYear, YEAR_ACTIONS, yearView } from './write-year.ts';

type Body = z.output<(typeof closeCall)['body']>;
type Closing = { readonly version: number; readonly closing: YearClosing };
type Step = LockedStep<YearRecord>;

/** The steps that the changes of a closing share: the versions of the settings are locked before the year, as when one is opened. */
export const stepsOf = (label: string) => ({
  lock: async (trx: Db) => {
    await lockVersions(trx);
    return lockYear(trx, label);
  },
  notFound: noYear,
  expect: { actions: YEAR_ACTIONS, present: ({ trx }: { readonly trx: Db }) => yearView(trx, label) },
});

export const wrongState = ({ label, state }: YearRecord) =>
  conflict('year_state', `Tahun ajaran ${label} ${YEAR_STATE_LABELS[state].toLowerCase()}.`);

/** 409 while something waits that has to be finished first, or where no year is open to which families could move. */
async function refuseLeft(trx: Db, { label }: YearRecord, { unpaid }: YearChoices): Promise<number> {
  const left = await countLeft(trx, label);
  const { waiting } = left;
  if (waiting > 0) {
    const message = `Masih ada ${waiting} pendaftaran yang menunggu verifikasi, observasi, atau hasil. Selesaikan lebih dahulu.`;
    throw new Problem(409, 'year_waits', message, { details: { waiting } });
  }
  if (unpaid === 'move' && (await nextOpenYear(trx, label)) === null) {
    throw conflict('no_next_year', 'Belum ada tahun ajaran berikutnya yang dibuka.');
  }
  return left.unpaid + left.waitlist;
}

/** 403 for an account that is no second person to the first, or has the same role. */
export async function refuseSecond(
  { config, assertEyes }: Context,
  caller: Caller,
  { asked_by_id: first, asked_by_role: role, work }: ClosingRecord,
): Promise<void> {
  const what = work === 'close' ? 'Penutupan' : 'Pengarsipan';
  if (config.FOUR_EYES === 'off') return;
  if (first === caller.id) {
    throw forbidden(`${what} yang Anda minta disetujui oleh orang lain.`, 'same_person');
  }
  if (role === caller.role) {
    throw forbidden(
      `${what} disetujui oleh peran yang lain: Kepala Sekolah bila Administrator yang meminta, dan sebaliknya.`,
      'same_role',
    );
  }
  await assertEyes(caller.id, [first], caller.origin.requestId);
}

/** The second word: families can choose the year no more, and what is left is gone through. */
async function begin(
  context: Context,
  caller: Caller,
  { trx, present, actor }: Step,
  asked: ClosingRecord,
  choices: YearChoices,
): Promise<ClosingRecord> {
  await refuseSecond(context, caller, asked);
  const total = await refuseLeft(trx, present, choices);
  const by = await actor();
  const at = context.now();
  await writeYearState(trx, present, 'closed', { at, by });
  if (present.state === 'open') {
    await changeOpenYears(context, trx, caller, {
      note: `Tahun ajaran ${present.label} ditutup`,
      years: (years) => years.filter((one) => one !== present.label),
    });
  }
  const withdrawn = choices.accepted === 'withdraw' ? (await countLeft(trx, present.label)).accepted : 0;
  return moveClosing(trx, asked, 'running', {
    total: total + withdrawn,
    agreed_at: at,
    agreed_by_id: by.id,
    agreed_by_name: by.name,
    agreed_by_role: caller.role,
  });
}

/** The first word, the second, or a stopped closing that goes on. */
async function say(
  context: Context,
  caller: Caller,
  step: Step,
  choices: YearChoices,
): Promise<ClosingRecord | null> {
  const { trx, present, actor } = step;
  const live = await lockClosing(trx, present.label);
  if (present.state === 'closed' && live?.status === 'stopped') return moveClosing(trx, live, 'running');
  if (present.state === 'closed' && live?.status === 'running') return null;
  if (present.state !== 'open' && present.state !== 'planned') throw wrongState(present);
  const isAsked = live?.status === 'asked';
  const same = isAsked && live.unpaid === choices.unpaid && live.accepted === choices.accepted;
  if (isAsked && same) return begin(context, caller, step, live, choices);
  await refuseLeft(trx, present, choices);
  // Other choices are another question, which the other person answers.
  if (isAsked) await moveClosing(trx, live, 'dropped');
  return insertClosing(trx, present.label, choices, {
    at: context.now(),
    by: { ...(await actor()), role: caller.role },
  });
}

const NOTES = { asked: 'year.close_asked', running: 'year.closed', stopped: 'year.close_stopped' } as const;

const closingView = async (trx: Db, label: string): Promise<Closing> => {
  const closing = await lockClosing(trx, label);
  if (!closing) throw new Error('a closing was not written');
  return { version: (await yearView(trx, label)).version, closing: toClosing(closing) };
};

/**
 * Closes a year, once two people of both roles want it by the same choices. 409 `year_waits` while something waits,
 * `no_next_year`, `year_state`; 403 `same_person`, `same_role`.
 */
export async function closeYear(
  context: Context,
  caller: Caller,
  label: string,
  { choices, version }: Body,
): Promise<Closing> {
  assertFresh(caller);
  const answer = await changeLocked(
    context.database,
    { ...caller, ifMatch: String(version) },
    {
      ...stepsOf(label),
      apply: (step) => say(context, caller, step, choices),
      audit: ({ present }, { status, total }) => ({
        action: present.state === 'closed' ? 'year.close_continued' : NOTES[status as keyof typeof NOTES],
        subject: present.id,
        details: {
          academic_year: label,
          closing_unpaid: choices.unpaid,
          closing_accepted: choices.accepted,
          closing_total: total,
        },
      }),
      view: ({ trx }) => closingView(trx, label),
    },
  );
  await context.school.look();
  return answer;
}

/** What a word about a year would do, of the version that was seen; nothing is written. */
export function previewYear<Preview extends object>(
  { database }: Context,
  caller: Caller,
  { label, version }: { readonly label: string; readonly version: number },
  view: (trx: Db, present: YearRecord) => Promise<Preview>,
): Promise<Preview & { version: number }> {
  return changeLocked(
    database,
    { ...caller, ifMatch: String(version) },
    {
      ...stepsOf(label),
      lock: async (trx) => (await yearsOf(trx, label))[0],
      apply: async () => null,
      view: async ({ trx, present }) => ({ version: present.version, ...(await view(trx, present)) }),
    },
  );
}

/** What would become of what is left; nothing is written. */
export async function previewClosing(
  context: Context,
  caller: Caller,
  label: string,
  { choices, version }: Body,
): Promise<z.output<(typeof closeCall)['response'][200]>> {
  return previewYear(context, caller, { label, version }, async (trx, present) => {
    if (present.state !== 'open' && present.state !== 'planned') throw wrongState(present);
    const left = await leftOf(context, trx, label, caller);
    return { follows: followsOf(left, choices, await nextOpenYear(trx, label)) };
  });
}

/** Stops a closing, or an archiving, behind the piece that is being done. 409 `year_state` where none runs. */
export async function stopClosing(context: Context, caller: Caller, label: string): Promise<Closing> {
  return changeLocked(context.database, caller, {
    ...stepsOf(label),
    apply: async ({ trx, present }) => {
      const work = present.state === 'archived' ? 'archive' : 'close';
      const live = await lockClosing(trx, label, work);
      if (live?.status === 'stopped') return null;
      if (live?.status !== 'running')
        throw conflict('year_state', `Tidak ada yang sedang berjalan untuk ${present.label}.`);
      return moveClosing(trx, live, 'stopped');
    },
    audit: ({ present }, { done, total, work }) => ({
      action: work === 'close' ? NOTES.stopped : 'year.archive_stopped',
      subject: present.id,
      details: { academic_year: label, closing_done: done, closing_total: total },
    }),
    view: ({ trx }) => closingView(trx, label),
  });
}

/** Opens a closed year again; what has ended does not come back. 409 `reopen_over` after 30 days, `closing_runs` while the closing runs. */
export async function reopenYear(
  context: Context,
  caller: Caller,
  label: string,
  { version }: z.output<(typeof reopenCall)['body']>,
): Promise<AcademicYear> {
  const answer = await changeLocked(
    context.database,
    { ...caller, ...(version !== undefined && { ifMatch: String(version) }) },
    {
      ...stepsOf(label),
      apply: async ({ trx, present, actor }) => {
        const until = reopenUntil(present);
        if (until === null) throw wrongState(present);
        if (jakartaDay(context.now()) > until) {
          throw conflict(
            'reopen_over',
            'Tahun ajaran hanya dapat dibuka kembali dalam 30 hari setelah ditutup.',
          );
        }
        const live = await lockClosing(trx, label);
        if (live?.status === 'running') {
          throw conflict('closing_runs', 'Penutupan masih berjalan. Hentikan lebih dahulu.');
        }
        if (live?.status === 'stopped') await moveClosing(trx, live, 'dropped');
        const at = context.now();
        await writeYearState(trx, present, 'open', { at, by: await actor() });
        await changeOpenYears(context, trx, caller, {
          note: `Tahun ajaran ${label} dibuka kembali`,
          years: (years) => [...years, label].toSorted(),
        });
        return label;
      },
      audit: ({ present }) => ({
        action: 'year.reopened',
        subject: present.id,
        details: { academic_year: label },
      }),
      view: ({ trx }) => yearView(trx, label),
    },
  );
  await context.school.look();
  return answer;
}
