import { createHash } from 'node:crypto';
import type { importStatement as call } from '@gerbang/contracts/bank-statements';
import { STATEMENT_PROFILES } from '@gerbang/domain/bank-statements';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { audit } from '@gerbang/service-kit/audit/audit';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { forbidden, Problem, refusedField, unprocessable } from '@gerbang/service-kit/http/problems';
import { SAVE_AS } from '@gerbang/service-kit/spreadsheets/open-table';
import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import { lockAccount } from '../bank-days/bank-days.repository.ts';
import { reopenBankDays } from '../bank-days/reopen-bank-days.ts';
import { openTargets } from '../bank-matches/bank-targets.repository.ts';
import type { Context } from '../context.ts';
import {
  findByFile,
  formerStatement,
  insertStatement,
  type StatementRecord,
} from './bank-statements.repository.ts';
import { balancesOf, checkStatement, daysOf } from './check-statement.ts';
import { doubtLines } from './doubt-lines.ts';
import { identifyLines, keepLines, type Kept } from './keep-lines.ts';
import { unknownLines } from './known-lines.repository.ts';
import { type NamedShape, shapesOf } from './own-shapes.repository.ts';
import { refundHints } from './refund-hints.ts';
import { type PostedLine, postedLines, type ReadLine } from './posted-lines.ts';
import type { Statement, StatementCheck, Unreadable } from './statement.ts';
import type { OwnShapes } from './read-file.ts';
import type { StatementReader } from './statement-reader.ts';

type Query = z.output<(typeof call)['query']> & {
  /** Why it is forced, from its header. */
  readonly reason?: string | undefined;
};

const UNREADABLE: Readonly<Record<Unreadable['code'], string>> = {
  not_a_table: 'Berkas ini bukan tabel CSV atau Excel yang dapat kami baca.',
  too_long:
    'Berkas ini terlalu panjang: paling banyak 20.000 baris, 100 kolom, dan 10.000 huruf sebaris. Unggah per bulan atau per minggu.',
  unknown_shape:
    'Bentuk mutasi ini belum kami kenal. Unduh mutasi dari internet banking sebagai CSV atau Excel.',
  other_shape: 'Berkas ini bukan dari bentuk mutasi yang dipilih.',
  unreadable_row: 'Ada baris yang tidak dapat kami baca. Unduh ulang berkasnya tanpa mengubah isinya.',
};

function unreadable(reason: Unreadable): Problem {
  const { code, ...details } = reason;
  const kind = reason.code === 'not_a_table' ? reason.kind : undefined;
  const text = kind ? SAVE_AS[kind] : UNREADABLE[code];
  return new Problem(422, code === 'other_shape' ? 'unknown_shape' : code, text, { details });
}

const CODES = { account: 'other_account', future_day: 'future_day' } as const;

/** Refuses a statement by its checks; sums that do not fit may be forced, an account or a day never. */
function refuseFailed(checks: readonly StatementCheck[], { force }: Query): void {
  const failed = checks.filter(({ result }) => result === 'failed');
  const certain = failed.find(({ check }) => check === 'account' || check === 'future_day');
  const first = certain ?? (force ? undefined : failed[0]);
  if (first === undefined) return;
  const code = CODES[first.check as keyof typeof CODES] ?? 'balance_mismatch';
  throw new Problem(422, code, first.text, { details: { checks } });
}

function fileKnown(id: string): Problem {
  return new Problem(409, 'file_known', 'Berkas ini sudah pernah diunggah.', {
    details: { statement_id: id },
  });
}

const sumOf = (lines: readonly PostedLine[], direction: 'in' | 'out') =>
  lines.reduce((total, line) => total + (line.direction === direction ? line.amount : 0), 0);

/** The upload as its caller sent it. */
export interface StatementUpload {
  readonly query: Query;
  readonly bytes: Uint8Array;
}

/** A statement that was taken over, and how many of its new incoming lines are matched how surely. */
export interface ImportedStatement extends Kept {
  readonly statement: StatementRecord;
  /** Lines that an earlier statement held already. */
  readonly known: number;
}

/** A statement that was read, and what its incoming lines may pay. */
interface ReadStatement {
  readonly query: Query;
  readonly sha256: Buffer;
  readonly statement: Statement;
  /** Of the school's own shape; null for a bank's. */
  readonly profileName: string | null;
  readonly lines: readonly ReadLine[];
}

async function keepStatement(
  context: Context,
  trx: Knex.Transaction,
  caller: Caller,
  { query, sha256, statement, profileName, lines }: ReadStatement,
): Promise<ImportedStatement> {
  const account = context.school.settings.accounts.find(({ key }) => key === query.account_key);
  if (!account) throw refusedField('unknown_account', 'account_key', 'Rekening tidak dikenal');
  await lockAccount(trx, account.key);
  const former = await findByFile(trx, account.key, sha256);
  if (former) throw fileKnown(former.id);
  const today = jakartaDay(context.now());
  const first = checkStatement(statement, {
    account,
    today,
    former: await formerStatement(trx, account.key),
  });
  refuseFailed(first, query);
  const days = daysOf(statement) ?? { from: today, to: today };

  const news = await unknownLines(trx, account.key, lines);
  const hints = await refundHints(context, trx, news.unknown);
  const doubts = await doubtLines(context, trx, account.key, { ...news, refunds: hints });
  const wanted = doubts.lines;
  const checks = [...first, ...doubts.checks];
  const by = await actorOf(trx, caller);
  const record = await insertStatement(trx, {
    id: uuidv7(),
    account_key: account.key,
    profile: statement.profile,
    own_profile_id: statement.own_profile_id,
    profile_name: profileName,
    file_sha256: sha256,
    file_name: query.file_name,
    period_from: days.from,
    period_to: days.to,
    ...balancesOf(statement),
    credits_total: sumOf(lines, 'in'),
    debits_total: sumOf(lines, 'out'),
    lines_total: lines.length,
    lines_new: wanted.length,
    checks: JSON.stringify(checks),
    forced_reason: checks.some(({ result }) => result === 'failed') ? (query.reason ?? null) : null,
    imported_by_id: by.id,
    imported_by_name: by.name,
    imported_by_role: caller.role,
  });
  const kept = await keepLines(context, trx, record, wanted, hints);
  await doubts.keep();
  const lateDays = wanted.flatMap(({ direction, booked_on }) => (direction === 'in' ? [booked_on] : []));
  await reopenBankDays(
    trx,
    { accountKey: account.key, days: lateDays },
    { cause: 'late_line', actor: by, origin: caller.origin },
  );
  await audit(trx, {
    action: 'bank_statement.imported',
    actor: by,
    subject: record.id,
    details: {
      account_key: account.key,
      lines: lines.length,
      new_lines: wanted.length,
      ...(record.forced_reason !== null && { forced_reason: record.forced_reason }),
    },
    origin: caller.origin,
  });
  return { ...kept, statement: record, known: record.lines_total - record.lines_new };
}

/** The shapes of the account's own that may read the file: the chosen one, none behind a built-in one, or all. */
function ownShapes(shapes: readonly NamedShape[], profile: Query['profile']): OwnShapes {
  if (profile === undefined) return { shapes, chosen: false };
  if ((STATEMENT_PROFILES as readonly string[]).includes(profile)) return { shapes: [], chosen: false };
  const chosen = shapes.filter(({ id }) => id === profile);
  if (chosen.length === 0) throw refusedField('unknown_shape', 'profile', 'Susunan tidak dikenal');
  return { shapes: chosen, chosen: true };
}

/**
 * Takes over the lines of a statement that are not known yet. 409 `file_known` for the same file; 422 for a file that
 * cannot be read, of another account, with a day to come, or whose sums do not fit and are not forced by an admin.
 */
export async function importStatement(
  context: Context,
  reader: StatementReader,
  caller: Caller,
  { query, bytes }: StatementUpload,
): Promise<ImportedStatement> {
  if (query.force && caller.role !== 'admin') throw forbidden();
  if (query.force && query.reason === undefined)
    throw refusedField('balance_mismatch', 'reason', 'Alasan harus diisi');
  const sha256 = createHash('sha256').update(bytes).digest();
  const known = await findByFile(context.database.knex, query.account_key, sha256);
  if (known) throw fileKnown(known.id);
  const { database, school } = context;
  const shapes = await shapesOf(database.knex, query.account_key);
  const own = ownShapes(shapes, query.profile);
  // Before the transaction: on a busy machine this takes longer than one may wait. What is paid meanwhile, the next pass corrects.
  const targets = await openTargets(database.knex, school.settings, query.account_key);
  const reading = await reader.read(bytes, own, targets);
  if ('unreadable' in reading) throw unreadable(reading.unreadable);
  const { statement, matches } = reading;
  const { profile, own_profile_id } = statement;
  if (query.profile !== undefined && query.profile !== (own_profile_id ?? profile)) {
    throw unprocessable('unknown_shape', 'Berkas ini bukan dari bentuk mutasi yang dipilih.');
  }
  const lines = await identifyLines(context, query.account_key, postedLines(statement.lines), matches);
  const profileName = shapes.find(({ id }) => id === own_profile_id)?.name ?? null;
  return database.transaction((trx) =>
    keepStatement(context, trx, caller, { query, sha256, statement, profileName, lines }),
  );
}
