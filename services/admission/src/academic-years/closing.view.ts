import {
  type closeYear as closeCall,
  type readClosing as readCall,
  type YearArchive,
  yearArchiveSchema,
  type YearChoices,
  type YearClosing,
  yearClosingSchema,
  type YearLeft,
} from '@gerbang/contracts/academic-years';
import { ARCHIVE_YEARS, CLOSING_KINDS, type ClosingKind, REOPEN_DAYS } from '@gerbang/domain/academic-years';
import { addMonths } from '@gerbang/domain/payment-schemes';
import { addDays } from '@gerbang/domain/reports';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { shown } from '@gerbang/service-kit/http/shown';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { type YearRecord, yearsOf } from '../registration-record/academic-years.repository.ts';
import { type ClosingRecord, closingOf, countLeft, nextOpenYear } from './closings.repository.ts';
import { noYear } from './write-year.ts';

type Left = Readonly<Record<ClosingKind, number>>;
type Preview = z.output<(typeof closeCall)['response'][200]>;

/** A closing as staff read it. */
export function toClosing(record: ClosingRecord): YearClosing {
  const { unpaid, accepted } = record;
  if (unpaid === null || accepted === null) throw new Error('a closing has no choices');
  return { ...shown(yearClosingSchema, record), choices: { unpaid, accepted }, ...wordsOf(record) };
}

/** An archiving as staff read it. */
export const toArchive = (record: ClosingRecord): YearArchive => ({
  ...shown(yearArchiveSchema, record),
  ...wordsOf(record),
});

/** Who asked, and who agreed. */
function wordsOf(record: ClosingRecord): Pick<YearClosing, 'asked' | 'agreed'> {
  const { asked_at, agreed_at, agreed_by_id } = record;
  return {
    asked: { at: asked_at.toISOString(), by: { id: record.asked_by_id, name: record.asked_by_name } },
    agreed:
      agreed_at && agreed_by_id
        ? { at: agreed_at.toISOString(), by: { id: agreed_by_id, name: record.agreed_by_name } }
        : null,
  };
}

/** The last day on which a closed year can be reopened; null for another one. */
export const reopenUntil = ({ state, closed_at }: Pick<YearRecord, 'state' | 'closed_at'>): string | null =>
  state === 'closed' && closed_at ? addDays(jakartaDay(closed_at), REOPEN_DAYS) : null;

/** The first day on which a closed year can be archived; null for another one. */
export const archiveFrom = ({ state, closed_at }: Pick<YearRecord, 'state' | 'closed_at'>): string | null =>
  state === 'closed' && closed_at ? addMonths(jakartaDay(closed_at), 12 * ARCHIVE_YEARS) : null;

/** What is left of a year, with the invoices that billing knows. */
export async function leftOf(
  { owedInvoices }: Pick<Context, 'owedInvoices'>,
  db: Db,
  year: string,
  { origin }: Pick<Caller, 'origin'>,
): Promise<Left> {
  return { ...(await countLeft(db, year)), invoices: await owedInvoices(year, origin.requestId) };
}

const choicesOf = (kind: ClosingKind, nextYear: string | null): YearLeft['choices'] => {
  if (kind === 'unpaid') return nextYear === null ? ['delete'] : ['delete', 'move'];
  return kind === 'accepted' ? ['withdraw', 'wait'] : [];
};

/** What is left of a year before it is closed, with its choices, and how its closing goes on. */
export async function readClosing(
  context: Context,
  caller: Caller,
  label: string,
): Promise<z.output<(typeof readCall)['response'][200]>> {
  const db = context.database.knex;
  const [year] = await yearsOf(db, label);
  if (!year) throw noYear();
  const next_year = await nextOpenYear(db, label);
  const counts = await leftOf(context, db, label, caller);
  const closing = await closingOf(db, label);
  const archive = await closingOf(db, label, 'archive');
  return {
    version: year.version,
    left: CLOSING_KINDS.map((kind) => ({ kind, count: counts[kind], choices: choicesOf(kind, next_year) })),
    next_year,
    closing: closing ? toClosing(closing) : null,
    reopen_until: reopenUntil(year),
    archive_from: archiveFrom(year),
    archive: archive ? toArchive(archive) : null,
  };
}

/** What becomes of what is left by these choices, sentence by sentence. */
export function followsOf(left: Left, choices: YearChoices, nextYear: string | null): Preview['follows'] {
  const texts: Readonly<Record<ClosingKind, string>> = {
    unpaid:
      choices.unpaid === 'delete'
        ? 'Pendaftaran yang belum dibayar dihapus beserta berkasnya. Ini tidak dapat dibatalkan.'
        : `Keluarga yang belum membayar ditanya apakah pindah ke ${nextYear ?? 'tahun berikutnya'}. Yang tidak menjawab dihapus menurut aturan retensi.`,
    waiting: 'Masih menunggu verifikasi, observasi, atau hasil. Selesaikan lebih dahulu.',
    waitlist: 'Daftar tunggu diakhiri dan keluarganya diberi tahu.',
    accepted:
      choices.accepted === 'withdraw'
        ? 'Anak yang diterima tetapi belum daftar ulang diakhiri sekolah; kursinya dilepas dan keluarganya diberi tahu.'
        : 'Anak yang diterima tetapi belum daftar ulang tetap ditunggu.',
    invoices: 'Tagihan yang belum lunas tetap berlaku.',
  };
  return CLOSING_KINDS.flatMap((kind) =>
    left[kind] === 0 ? [] : [{ kind, count: left[kind], text: texts[kind], blocks: kind === 'waiting' }],
  );
}
