import { daysText } from '@gerbang/domain/date-text';
import type { SchoolAccount } from '@gerbang/domain/school-accounts';
import { checkReadings } from './check-days.ts';
import type { Statement, StatementCheck, StatementLine } from './statement.ts';

/** The end of the account's statement before this one; balance in sen. */
export interface FormerStatement {
  readonly period_to: string;
  readonly closing: number | null;
}

const signed = ({ direction, sen }: StatementLine) => (direction === 'in' ? sen : -sen);
const sum = (lines: readonly StatementLine[]) => lines.reduce((total, line) => total + signed(line), 0);
const isPosted = ({ booked_on }: StatementLine) => booked_on !== null;

/** The account's balances before the first and after the last line, in sen; null where the file holds none. */
export function balancesOf({ lines, foot }: Statement): { opening: number | null; closing: number | null } {
  const posted = lines.filter(isPosted);
  const [first, last] = [posted[0], posted.at(-1)];
  return {
    opening: foot.opening ?? (first?.balance == null ? null : first.balance - signed(first)),
    closing: foot.closing ?? last?.balance ?? null,
  };
}

function checkAccount({ account_number }: Statement, account: SchoolAccount): StatementCheck {
  const check = 'account';
  if (account_number === null) {
    return {
      check,
      result: 'absent',
      text: 'Berkas tidak menyebut nomor rekening. Pastikan rekeningnya benar.',
    };
  }
  if (account_number.includes('shortened')) {
    return {
      check,
      result: 'failed',
      text: 'Excel telah memendekkan nomor rekening di berkas ini (misalnya 7,00932E+09 atau #####). Unduh ulang berkasnya dari bank dan unggah tanpa menyimpannya di Excel.',
    };
  }
  const ours = account.account_number.replace(/\D/gu, '');
  // Some banks print leading zeros.
  const same = account_number.replace(/^0+/u, '') === ours.replace(/^0+/u, '');
  return same
    ? { check, result: 'passed', text: 'Nomor rekening cocok.' }
    : { check, result: 'failed', text: 'Berkas ini dari rekening lain.' };
}

function checkDays({ lines }: Statement, today: string): StatementCheck {
  const late = lines.find(({ booked_on }) => booked_on !== null && booked_on > today);
  return late
    ? { check: 'future_day', result: 'failed', text: 'Ada baris dengan tanggal yang belum tiba.' }
    : { check: 'future_day', result: 'passed', text: 'Tidak ada tanggal yang belum tiba.' };
}

/** Opening + credits − debits = closing. Whether a bank counts what it has not posted differs, so both sums pass. */
function checkSums({ lines, foot }: Statement): StatementCheck {
  const check = 'sums';
  const { opening, closing } = foot;
  if (opening === null || closing === null) {
    return { check, result: 'absent', text: 'Berkas tidak memuat saldo awal dan akhir.' };
  }
  const same = [lines, lines.filter(isPosted)].some((some) => opening + sum(some) === closing);
  return same
    ? { check, result: 'passed', text: 'Saldo awal, mutasi, dan saldo akhir cocok.' }
    : { check, result: 'failed', text: 'Saldo awal + kredit − debit tidak sama dengan saldo akhir.' };
}

function checkCounts({ lines, foot }: Statement): StatementCheck {
  const check = 'counts';
  const stated = [foot.credits, foot.debits, foot.credit_lines, foot.debit_lines];
  if (stated.every((figure) => figure === null)) {
    return { check, result: 'absent', text: 'Berkas tidak memuat jumlah mutasi di kakinya.' };
  }
  const same = [lines, lines.filter(isPosted)].some((some) => {
    const [credits, debits] = [
      some.filter((line) => line.direction === 'in'),
      some.filter((line) => line.direction === 'out'),
    ];
    const found = [sum(credits), -sum(debits), credits.length, debits.length];
    return stated.every((figure, at) => figure === null || figure === found[at]);
  });
  return same
    ? { check, result: 'passed', text: 'Jumlah dan banyaknya mutasi sama dengan kaki berkas.' }
    : { check, result: 'failed', text: 'Jumlah atau banyaknya mutasi tidak sama dengan kaki berkas.' };
}

/** Each balance follows from the one before and the amount. */
function checkChain({ lines }: Statement): StatementCheck {
  const check = 'chain';
  const posted = lines.filter(isPosted);
  if (posted.length === 0 || posted.some(({ balance }) => balance === null)) {
    return { check, result: 'absent', text: 'Berkas tidak memuat saldo per baris.' };
  }
  const broken = posted.findIndex(
    (line, at) => at > 0 && line.balance !== Number(posted[at - 1]?.balance) + signed(line),
  );
  return broken < 0
    ? { check, result: 'passed', text: 'Saldo setiap baris bersambung.' }
    : {
        check,
        result: 'failed',
        text: `Saldo baris mutasi ke-${broken + 1} tidak bersambung dengan baris sebelumnya.`,
      };
}

const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

function checkGap(from: string | null, former: FormerStatement | null): StatementCheck {
  const check = 'gap';
  if (former === null || from === null) {
    return { check, result: 'absent', text: 'Belum ada mutasi sebelumnya.' };
  }
  const next = dayAfter(former.period_to, 1);
  return from <= next
    ? { check, result: 'passed', text: 'Bersambung dengan mutasi sebelumnya.' }
    : { check, result: 'warning', text: `Mutasi ${daysText(next, dayAfter(from, -1))} belum diunggah` };
}

function checkFormer(
  statement: Statement,
  from: string | null,
  former: FormerStatement | null,
): StatementCheck {
  const check = 'former';
  const { opening } = balancesOf(statement);
  // Files that overlap begin at another balance than the former one ended with.
  if (former?.closing == null || opening === null || from === null || from <= former.period_to) {
    return { check, result: 'absent', text: 'Saldo mutasi sebelumnya tidak dapat dibandingkan.' };
  }
  return opening === former.closing
    ? { check, result: 'passed', text: 'Saldo awal sama dengan saldo akhir mutasi sebelumnya.' }
    : { check, result: 'warning', text: 'Saldo awal berbeda dari saldo akhir mutasi sebelumnya.' };
}

function checkPending({ lines }: Statement): StatementCheck {
  const pending = lines.length - lines.filter(isPosted).length;
  return pending === 0
    ? { check: 'pending', result: 'passed', text: 'Semua baris sudah dibukukan bank.' }
    : {
        check: 'pending',
        result: 'warning',
        text: `${pending} baris belum dibukukan bank (PEND). Baris itu masuk dengan mutasi berikutnya.`,
      };
}

/** The days that a statement is about: its period, else those of its lines; null for a statement without either. */
export function daysOf({ period, lines }: Statement): { from: string; to: string } | null {
  if (period) return period;
  const days = lines.flatMap(({ booked_on }) => booked_on ?? []).toSorted();
  const [from, to] = [days[0], days.at(-1)];
  return from && to ? { from, to } : null;
}

/** Everything that is checked of a statement. `failed` refuses it; a warning is shown and kept with it. */
export function checkStatement(
  statement: Statement,
  { account, today, former }: { account: SchoolAccount; today: string; former: FormerStatement | null },
): StatementCheck[] {
  const from = daysOf(statement)?.from ?? null;
  return [
    checkAccount(statement, account),
    checkDays(statement, today),
    ...checkReadings(statement, former?.period_to ?? null),
    checkSums(statement),
    checkCounts(statement),
    checkChain(statement),
    checkGap(from, former),
    checkFormer(statement, from, former),
    checkPending(statement),
  ];
}
