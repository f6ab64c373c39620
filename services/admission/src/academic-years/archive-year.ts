import type { archiveYear as call, YearArchive } from '@gerbang/contracts/academic-years';
import { dayText } from '@gerbang/domain/date-text';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { changeLocked, type LockedStep } from '@gerbang/service-kit/data/change-locked';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { assertFresh } from '@gerbang/service-kit/http/fresh';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import type { YearRecord } from '../registration-record/academic-years.repository.ts';
import { previewYear, refuseSecond, stepsOf, wrongState } from './close-year.ts';
import { archiveFrom, toArchive } from './closing.view.ts';
import {
  type ClosingRecord,
  insertClosing,
  lockClosing,
  moveClosing,
  writeYearState,
} from './closings.repository.ts';
import { countLeavers } from './leavers.repository.ts';
import { yearView } from './write-year.ts';

type Body = z.output<(typeof call)['body']>;
type Counts = z.output<(typeof call)['response'][200]>;
type Archived = { readonly version: number; readonly archive: YearArchive };

/** 409 for a year that is not closed, or was closed less than two years ago. */
function refuseEarly({ now }: Context, present: YearRecord): void {
  const from = archiveFrom(present);
  if (from === null) throw wrongState(present);
  if (jakartaDay(now()) < from) {
    throw conflict('year_state', `Tahun ajaran ${present.label} dapat diarsipkan mulai ${dayText(from)}.`);
  }
}

/** The first word, the second, or a stopped archiving that goes on. */
async function say(
  context: Context,
  caller: Caller,
  { trx, present, actor }: LockedStep<YearRecord>,
): Promise<ClosingRecord | null> {
  const live = await lockClosing(trx, present.label, 'archive');
  if (live?.status === 'stopped') return moveClosing(trx, live, 'running');
  if (live?.status === 'running') return null;
  refuseEarly(context, present);
  const at = context.now();
  const by = await actor();
  if (live?.status !== 'asked') {
    return insertClosing(trx, present.label, null, { at, by: { ...by, role: caller.role } });
  }
  await refuseSecond(context, caller, live);
  await writeYearState(trx, present, 'archived', { at, by });
  const { families } = await countLeavers(trx, present.label);
  return moveClosing(trx, live, 'running', {
    total: families,
    agreed_at: at,
    agreed_by_id: by.id,
    agreed_by_name: by.name,
    agreed_by_role: caller.role,
  });
}

/**
 * Archives a year that was closed two years ago, once two people of both roles want it: families without a child in a living
 * year lose their data. 409 `year_state`; 403 `same_person`, `same_role`.
 */
export async function archiveYear(
  context: Context,
  caller: Caller,
  label: string,
  { version }: Body,
): Promise<Archived> {
  assertFresh(caller);
  return changeLocked(
    context.database,
    { ...caller, ifMatch: String(version) },
    {
      ...stepsOf(label),
      apply: (step) => say(context, caller, step),
      audit: ({ present }, { status, total }) => ({
        action:
          present.state === 'archived'
            ? 'year.archive_continued'
            : status === 'asked'
              ? 'year.archive_asked'
              : 'year.archived',
        subject: present.id,
        details: { academic_year: label, closing_total: total },
      }),
      view: async ({ trx }) => {
        const live = await lockClosing(trx, label, 'archive');
        if (!live) throw new Error('an archiving was not written');
        return { version: (await yearView(trx, label)).version, archive: toArchive(live) };
      },
    },
  );
}

/** What archiving would end; nothing is written. */
export async function previewArchive(
  context: Context,
  caller: Caller,
  label: string,
  { version }: Body,
): Promise<Counts> {
  return previewYear(context, caller, { label, version }, async (trx, present) => {
    refuseEarly(context, present);
    return {
      ...(await countLeavers(trx, label)),
      invoices: await context.owedInvoices(label, caller.origin.requestId),
    };
  });
}
