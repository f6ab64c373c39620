import type { StatementProfile } from '@gerbang/domain/bank-statements';

/** A movement as a bank prints it. Amount and balance in sen. */
export interface Movement {
  readonly day: string;
  readonly direction: 'in' | 'out';
  readonly sen: number;
  readonly text: string;
  readonly reference: string;
  readonly balance: number;
}

export interface PrintedFile {
  readonly account: string;
  readonly opening: number;
  readonly movements: readonly Movement[];
  /** Whether thousands are set apart. */
  readonly grouped: boolean;
}

const rupiah = (sen: number, sign: '.' | ',', grouped: boolean) => {
  const whole = String(Math.floor(Math.abs(sen) / 100));
  const other = sign === '.' ? ',' : '.';
  const text = grouped ? whole.replace(/\B(?=(\d{3})+$)/gu, other) : whole;
  return `${sen < 0 ? '-' : ''}${text}${sign}${String(Math.abs(sen) % 100).padStart(2, '0')}`;
};
const quoted = (cells: readonly string[], delimiter = ',') =>
  cells.map((cell) => (/[",;\t\n]/u.test(cell) ? `"${cell.replace(/"/gu, '""')}"` : cell)).join(delimiter);
const slashed = (day: string, year: 'full' | 'short' | 'none' = 'full') => {
  const [y = '', m = '', d = ''] = day.split('-');
  return [d, m, ...(year === 'none' ? [] : [year === 'full' ? y : y.slice(2)])].join('/');
};
const total = (movements: readonly Movement[], direction: Movement['direction']) => {
  const some = movements.filter((one) => one.direction === direction);
  return { sen: some.reduce((sum, { sen }) => sum + sen, 0), lines: some.length };
};

type Printer = (file: PrintedFile) => string;

/** Prints movements as each bank's export has them. */
export const PRINTERS: Readonly<Record<StatementProfile, Printer>> = {
  'bca-bisnis': ({ account, opening, movements, grouped }) => {
    const money = (sen: number) => rupiah(sen, '.', grouped);
    const credits = total(movements, 'in');
    const debits = total(movements, 'out');
    const last = movements.at(-1);
    return [
      quoted([`No. rekening : ${account}`]),
      quoted(['Nama : YAYASAN CONTOH']),
      quoted([
        `Periode : ${slashed(movements[0]?.day ?? '2027-03-01')} - ${slashed(last?.day ?? '2027-03-01')}`,
      ]),
      quoted(['Kode Mata Uang : Rp']),
      quoted(['Tanggal Transaksi', 'Keterangan', 'Cabang', 'Jumlah', 'Saldo']),
      ...movements.map((one) =>
        quoted([
          slashed(one.day, 'none'),
          one.text,
          '0000',
          `${money(one.sen)} ${one.direction === 'in' ? 'CR' : 'DB'}`,
          money(one.balance),
        ]),
      ),
      quoted([`Saldo Awal : ${money(opening)}`]),
      quoted([`Mutasi Kredit : ${money(credits.sen)}`, String(credits.lines)]),
      quoted([`Mutasi Debet : ${money(debits.sen)}`, String(debits.lines)]),
      quoted([`Saldo Akhir : ${money(last?.balance ?? opening)}`]),
    ].join('\r\n');
  },
  'bca-perorangan': ({ account, opening, movements }) => {
    const money = (sen: number) => rupiah(sen, '.', false);
    return [
      `Account No.,=,'${account}`,
      'Name,=,YAYASAN CONTOH',
      'Currency,=,IDR',
      'Date,Description,Branch,Amount,,Balance',
      ...movements.map((one) =>
        quoted([
          `'${slashed(one.day)}`,
          one.text,
          "'0000",
          money(one.sen),
          one.direction === 'in' ? 'CR' : 'DB',
          money(one.balance),
        ]),
      ),
      `Starting Balance,=,${money(opening)}`,
      `Credit,=,${money(total(movements, 'in').sen)}`,
      `Debet,=,${money(total(movements, 'out').sen)}`,
      `Ending Balance,=,${money(movements.at(-1)?.balance ?? opening)}`,
    ].join('\n');
  },
  'bca-pratinjau': ({ movements, grouped }) => {
    const money = (sen: number) => `Rp ${rupiah(sen, ',', grouped)}`;
    return [
      'Pratinjau Data',
      quoted(['No', 'Tanggal', 'Keterangan', 'Debit', 'Kredit', 'Saldo'], ';'),
      ...movements.map((one, at) =>
        quoted(
          [
            String(at + 1),
            slashed(one.day),
            one.text,
            one.direction === 'out' ? money(one.sen) : '-',
            one.direction === 'in' ? money(one.sen) : '-',
            money(one.balance),
          ],
          ';',
        ),
      ),
    ].join('\n');
  },
  'mandiri-mcm': ({ account, movements, grouped }) => {
    const money = (sen: number) => (sen === 0 ? '.00' : rupiah(sen, '.', grouped));
    const head =
      'Account No,Date,Val. Date,Transaction Code,Description,Description,Reference No.,Debit,Credit';
    return [
      head,
      ...movements.map((one) => {
        const [first = '', ...rest] = one.text.split(' ');
        const moved = [one.direction === 'out' ? one.sen : 0, one.direction === 'in' ? one.sen : 0];
        return quoted([
          account,
          slashed(one.day, 'short'),
          slashed(one.day, 'short'),
          '7820',
          first,
          rest.join(' '),
          one.reference,
          ...moved.map(money),
        ]);
      }),
    ].join('\n');
  },
  bsi: ({ movements, grouped }) =>
    [
      'TrxId,Tanggal,Trx Time,D/K,Mutasi,Saldo,Keterangan',
      ...movements
        .map((one) =>
          quoted([
            one.reference,
            one.day,
            '10:12:13',
            one.direction === 'in' ? 'K' : 'D',
            rupiah(one.sen, '.', grouped),
            rupiah(one.balance, '.', grouped),
            one.text,
          ]),
        )
        .toReversed(),
    ].join('\n'),
  bni: ({ movements, grouped }) =>
    [
      'Posting Date,Effective Date,Branch,Journal,Transaction Description,Amount,DB/CR,Balance',
      ...movements.map((one) =>
        quoted([
          `${slashed(one.day)} 08.10.11`,
          `${slashed(one.day)} 08.10.11`,
          '0259',
          one.reference,
          one.text,
          rupiah(one.sen, '.', grouped),
          one.direction === 'in' ? 'CR' : 'DB',
          rupiah(one.balance, '.', grouped),
        ]),
      ),
    ].join('\n'),
  bri: ({ account, movements }) =>
    [
      'NOREK,TGL_TRAN,TGL_EFEKTIF,JAM_TRAN,SEQ,DESK_TRAN,SALDO_AWAL_MUTASI,MUTASI_DEBIT,MUTASI_KREDIT',
      ...movements.map((one) => {
        const before = one.balance + (one.direction === 'in' ? -one.sen : one.sen);
        return quoted([
          account,
          `${one.day} 00:00:00.0`,
          `${one.day} 00:00:00.0`,
          '101213',
          one.reference,
          one.text,
          rupiah(before, '.', false),
          rupiah(one.direction === 'out' ? one.sen : 0, '.', false),
          rupiah(one.direction === 'in' ? one.sen : 0, '.', false),
        ]);
      }),
    ].join('\n'),
};

/** Movements with balances that follow on each other. */
export function movementsOf(opening: number, given: readonly Omit<Movement, 'balance'>[]): Movement[] {
  let balance = opening;
  return given.map((one) => {
    balance += one.direction === 'in' ? one.sen : -one.sen;
    return { ...one, balance };
  });
}
