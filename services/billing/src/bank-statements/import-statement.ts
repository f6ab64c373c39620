import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { importStatement as call } from '@gerbang/contracts/bank-statements';
import type { LineMatches, MatchLine } from '@gerbang/domain/bank-matching';
import { STATEMENT_PROFILES } from '@gerbang/domain/bank-statements';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { audit } from '@gerbang/service-kit/audit/audit';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { forbidden, Problem, refusedField, unprocessable } from '@gerbang/service-kit/http/problems';
import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import { reopenBankDays } from '../bank-days/reopen-bank-days.ts';
import { matchNewLines } from '../bank-matching/match-new-lines.ts';
import { type Matched, proposeMatches } from '../bank-matching/propose-matches.ts';
import type { Context } from '../context.ts';
import { type NamedShape, shapesOf } from '../statement-profiles/statement-profiles.repository.ts';
import {
  findByFile,
  formerStatement,
  insertLines,
  insertStatement,
  lockAccount,
  type NewLine,
  type StatementRecord,
  unknownLines,
} from './bank-statements.repository.ts';
import { balancesOf, checkStatement, daysOf, type StatementCheck } from './check-statement.ts';
import type { Statement, StatementLine, Unreadable } from './statement.ts';
import type { OwnShapes } from './read-file.ts';
import type { StatementReader } from './statement-reader.ts';

type Query = z.output<(typeof call)['query']> & {
  /** Why it is forced, from its header. */
  readonly reason?: string | undefined;
};

const UNREADABLE: Readonly<Record<Unreadable['code'], string>> = {
  not_a_table: 'Berkas ini bukan tabel CSV atau Excel yang dapat kami baca.',
  too_long: 'Berkas ini lebih dari 20.000 baris. Unggah per bulan atau per minggu.',
  unknown_shape:
    'Bentuk mutasi ini belum kami kenal. Unduh mutasi dari internet banking sebagai CSV atau Excel.',
  other_shape: 'Berkas ini bukan dari bentuk mutasi yang dipilih.',
  unreadable_row: 'Ada baris yang tidak dapat kami baca. Unduh ulang berkasnya tanpa mengubah isinya.',
};

function unreadable(reason: Unreadable): Problem {
  const { code, ...details } = reason;
  return new Problem(422, code === 'other_shape' ? 'unknown_shape' : code, UNREADABLE[code], { details });
}

const RUPIAH = 100;
/** Lines that are hashed or sealed before other calls have their turn. */
const PIECE = 200;

/** The lines that the bank has posted, in whole rupiah; interest of less than one is in the balances alone. */
function postedLines(lines: readonly StatementLine[]) {
  return lines.flatMap(({ booked_on, sen, ...line }) => {
    const amount = Math.floor(sen / RUPIAH);
    return booked_on === null || amount === 0 ? [] : [{ ...line, id: uuidv7(), booked_on, amount }];
  });
}

/** The hash by which a line is known again, and how many equal ones stand before it. */
async function fingerprints(context: Context, accountKey: string, lines: ReturnType<typeof postedLines>) {
  const seen = new Map<string, number>();
  const hashed: Pick<NewLine, 'fingerprint' | 'occurrence'>[] = [];
  for (const [at, line] of lines.entries()) {
    if (at % PIECE === PIECE - 1) await turn();
    const text = line.description.toUpperCase().replace(/\s+/gu, ' ').trim();
    const parts = [accountKey, line.booked_on, line.direction, line.amount, text, line.bank_reference];
    const hash = context.columns.blindIndex('bank_lines.fingerprint', JSON.stringify(parts));
    const occurrence = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, occurrence);
    hashed.push({ fingerprint: Buffer.from(hash, 'base64url'), occurrence });
  }
  return hashed;
}

/** A line that no earlier statement holds. */
type WantedLine = ReturnType<typeof postedLines>[number] & Pick<NewLine, 'id' | 'fingerprint' | 'occurrence'>;

async function toRows(
  { columns }: Context,
  statementId: string,
  accountKey: string,
  lines: readonly WantedLine[],
): Promise<NewLine[]> {
  const rows: NewLine[] = [];
  for (const [at, { description, balance: _balance, ...line }] of lines.entries()) {
    if (at % PIECE === PIECE - 1) await turn();
    const { id } = line;
    rows.push({
      ...line,
      statement_id: statementId,
      account_key: accountKey,
      bank_reference: line.bank_reference?.slice(0, 100) ?? null,
      // The text of money that went out names the school's own payees, and nothing is matched with it.
      description:
        line.direction === 'in' ? columns.seal('bank_lines', 'description', id, description) : null,
    });
  }
  return rows;
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

const sumOf = (lines: ReturnType<typeof postedLines>, direction: 'in' | 'out') =>
  lines.reduce((total, line) => total + (line.direction === direction ? line.amount : 0), 0);

/** The upload as its caller sent it. */
export interface StatementUpload {
  readonly query: Query;
  readonly bytes: Uint8Array;
}

/** A statement that was taken over, and how many of its new incoming lines are matched how surely. */
export interface ImportedStatement extends Pick<Matched, 'matched' | 'unknown'> {
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
  readonly lines: ReturnType<typeof postedLines>;
  readonly hashed: Awaited<ReturnType<typeof fingerprints>>;
  readonly found: readonly LineMatches[];
}

const incomingOf = (lines: ReturnType<typeof postedLines>) =>
  lines.flatMap(({ id, direction, amount, booked_on, description }): MatchLine[] =>
    direction === 'in' ? [{ id, amount, day: booked_on, text: description }] : [],
  );

async function keepStatement(
  context: Context,
  trx: Knex.Transaction,
  caller: Caller,
  { query, sha256, statement, profileName, lines, hashed, found }: ReadStatement,
): Promise<ImportedStatement> {
  const account = context.school.settings.accounts.find(({ key }) => key === query.account_key);
  if (!account) throw refusedField('unknown_account', 'account_key', 'Rekening tidak dikenal');
  await lockAccount(trx, account.key);
  const known = await findByFile(trx, account.key, sha256);
  if (known) throw fileKnown(known.id);
  const today = jakartaDay(context.now());
  const checks = checkStatement(statement, {
    account,
    today,
    former: await formerStatement(trx, account.key),
  });
  refuseFailed(checks, query);
  const days = daysOf(statement) ?? { from: today, to: today };

  const fresh = await unknownLines(trx, account.key, hashed);
  const by = await actorOf(trx, caller);
  const id = uuidv7();
  const record = await insertStatement(trx, {
    id,
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
    lines_new: fresh.length,
    checks: JSON.stringify(checks),
    forced_reason: checks.some(({ result }) => result === 'failed') ? (query.reason ?? null) : null,
    imported_by_id: by.id,
    imported_by_name: by.name,
    imported_by_role: caller.role,
  });
  const wanted = fresh.flatMap((at) => {
    const [line, hash] = [lines[at], hashed[at]];
    return line && hash ? [{ ...line, ...hash }] : [];
  });
  await insertLines(trx, await toRows(context, id, account.key, wanted));
  const lateDays = wanted.flatMap(({ direction, booked_on }) => (direction === 'in' ? [booked_on] : []));
  await reopenBankDays(
    trx,
    { accountKey: account.key, days: lateDays },
    { cause: 'late_line', actor: by, origin: caller.origin },
  );
  await audit(trx, {
    action: 'bank_statement.imported',
    actor: by,
    subject: id,
    details: {
      account_key: account.key,
      lines: lines.length,
      new_lines: fresh.length,
      ...(record.forced_reason !== null && { forced_reason: record.forced_reason }),
    },
    origin: caller.origin,
  });
  const isWanted = new Set(wanted.map((line) => line.id));
  const { matched, unknown } = await proposeMatches(
    trx,
    found.filter(({ line_id }) => isWanted.has(line_id)),
  );
  return { statement: record, matched, unknown, known: record.lines_total - record.lines_new };
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
  const shapes = await shapesOf(context.database.knex, query.account_key);
  const reading = await reader.read(bytes, ownShapes(shapes, query.profile));
  if ('unreadable' in reading) throw unreadable(reading.unreadable);
  const { statement } = reading;
  const { profile, own_profile_id } = statement;
  if (query.profile !== undefined && query.profile !== (own_profile_id ?? profile)) {
    throw unprocessable('unknown_shape', 'Berkas ini bukan dari bentuk mutasi yang dipilih.');
  }
  const lines = postedLines(statement.lines);
  // Before the transaction: on a busy machine this takes longer than one may wait.
  const found = await matchNewLines(context, reader, query.account_key, incomingOf(lines));
  const hashed = await fingerprints(context, query.account_key, lines);
  const profileName = shapes.find(({ id }) => id === own_profile_id)?.name ?? null;
  return context.database.transaction((trx) =>
    keepStatement(context, trx, caller, { query, sha256, statement, profileName, lines, hashed, found }),
  );
}
