import { type LineDoubt, maybeSameWords, TAKEN_BACK_DAYS } from '@gerbang/domain/line-doubts';
import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { proposalsOf, replaceProposals } from '../bank-matches/bank-proposals.repository.ts';
import { doubted } from '../bank-matches/propose-matches.ts';
import type { Context } from '../context.ts';
import {
  doubtTakenBack,
  linesBeside,
  opposites,
  type TakenBack,
  takenBack,
} from './doubtful-lines.repository.ts';
import type { ReadLine } from './posted-lines.ts';
import type { StatementCheck } from './statement.ts';

/** A new line with why it is never booked as certain, and the line that says so. */
export interface DoubtedLine extends ReadLine {
  readonly doubt: LineDoubt | null;
  readonly doubt_line_id: string | null;
}

type Parts = Pick<Context, 'columns'>;

const DAY_MS = 86_400_000;
const daysApart = (one: string, other: string) => Math.abs(Date.parse(one) - Date.parse(other)) / DAY_MS;

/** The stored line that each of these may be in other words, by ids; a stored line is that of one at most. */
async function repeats(
  { columns }: Parts,
  trx: Knex.Transaction,
  accountKey: string,
  { incoming, taken }: { readonly incoming: readonly ReadLine[]; readonly taken: ReadonlySet<string> },
): Promise<Map<string, string>> {
  const used = new Set(taken);
  const found = new Map<string, string>();
  for (const { place, id, description } of await linesBeside(trx, accountKey, incoming)) {
    const line = incoming[place];
    if (!line || description === null || used.has(id) || found.has(line.id)) continue;
    if (!maybeSameWords(line.description, columns.open('bank_lines', 'description', id, description)))
      continue;
    used.add(id);
    found.set(line.id, id);
  }
  return found;
}

/** The outgoing line of the same amount some days around each of these incoming ones, in the file or stored; by ids. */
async function reversals(
  trx: Knex.Transaction,
  accountKey: string,
  { incoming, outgoing }: { readonly incoming: readonly ReadLine[]; readonly outgoing: readonly ReadLine[] },
): Promise<Map<string, string>> {
  const byAmount = Map.groupBy(outgoing, ({ amount }) => amount);
  const found = new Map<string, string>();
  for (const { id, amount, booked_on } of incoming) {
    const other = byAmount.get(amount)?.find((one) => daysApart(one.booked_on, booked_on) <= TAKEN_BACK_DAYS);
    if (other) found.set(id, other.id);
  }
  for (const { place, id } of await opposites(trx, accountKey, incoming)) {
    const line = incoming[place];
    if (line && !found.has(line.id)) found.set(line.id, id);
  }
  return found;
}

function checksOf(lines: readonly DoubtedLine[], taken: readonly TakenBack[]): StatementCheck[] {
  const same = lines.filter(({ doubt }) => doubt === 'maybe_same').length;
  const back = lines.filter(({ doubt }) => doubt === 'taken_back').length + taken.length;
  const booked = taken.filter(({ status }) => status === 'booked').length;
  return [
    same === 0
      ? { check: 'repeats', result: 'passed', text: 'Tidak ada baris yang mungkin sudah ada.' }
      : {
          check: 'repeats',
          result: 'warning',
          text: `${same} baris mungkin sama dengan baris yang sudah ada, hanya kata-katanya berbeda. Bandingkan sebelum membukukan.`,
        },
    back === 0
      ? { check: 'reversals', result: 'passed', text: 'Tidak ada nominal masuk yang dicatat keluar lagi.' }
      : {
          check: 'reversals',
          result: 'warning',
          text: `${back} nominal masuk dicatat keluar dengan jumlah sama dalam ${TAKEN_BACK_DAYS} hari${booked > 0 ? `, ${booked} di antaranya sudah dibukukan` : ''}. Periksa apakah bank menarik uangnya kembali.`,
        },
  ];
}

/** Makes proposals that are certain no longer so, each with a new id, so that none is booked as what it was. */
async function lowerProposals(trx: Knex.Transaction, lines: readonly TakenBack[]): Promise<void> {
  const proposals = await proposalsOf(
    trx,
    lines.map(({ id }) => id),
  );
  const certain = proposals.filter(
    ({ status, confidence }) => status === 'proposed' && confidence === 'exact',
  );
  await replaceProposals(trx, {
    gone: certain.map(({ id }) => id),
    made: certain.map((one) => ({
      ...doubted({ ...one, confidence: 'exact' as const }, 'taken_back'),
      id: uuidv7(),
    })),
  });
}

/** The new lines with their doubts, what is said of them, and what is left to do once they are kept. */
interface Doubts {
  readonly lines: readonly DoubtedLine[];
  readonly checks: readonly StatementCheck[];
  /** Keeps the doubts about lines of before. */
  readonly keep: () => Promise<void>;
}

/**
 * Lines that may be another one in other words, and what the bank gave and took back, whichever came first: all are kept, and a
 * person decides.
 */
export async function doubtLines(
  parts: Parts,
  trx: Knex.Transaction,
  accountKey: string,
  {
    unknown,
    taken,
    refunds,
  }: {
    readonly unknown: readonly ReadLine[];
    readonly taken: ReadonlySet<string>;
    /** The outgoing lines whose text names a refund: the school sent that money, the bank took none back. */
    readonly refunds: ReadonlyMap<string, unknown>;
  },
): Promise<Doubts> {
  const incoming = unknown.filter(({ direction }) => direction === 'in');
  const outgoing = unknown.filter(({ direction, id }) => direction === 'out' && !refunds.has(id));
  const same = await repeats(parts, trx, accountKey, { incoming, taken });
  const back = await reversals(trx, accountKey, { incoming, outgoing });
  const before = await takenBack(trx, accountKey, outgoing);
  const lines = unknown.map((line): DoubtedLine => {
    const other = same.get(line.id) ?? back.get(line.id) ?? null;
    const doubt = other === null ? null : same.has(line.id) ? 'maybe_same' : 'taken_back';
    return { ...line, doubt, doubt_line_id: other };
  });
  return {
    lines,
    checks: checksOf(lines, before),
    keep: async () => {
      await doubtTakenBack(trx, before);
      await lowerProposals(trx, before);
    },
  };
}
