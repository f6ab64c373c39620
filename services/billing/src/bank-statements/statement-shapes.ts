import type { StatementProfile } from '@gerbang/domain/bank-statements';
import type { OwnShape } from '@gerbang/domain/statement-profiles';
import type { Cell } from './statement.ts';
import type { DecimalSign } from './statement-values.ts';

/** A bank's table: the heads of its columns in lower case, without final dots. */
export interface StatementShape {
  readonly profile: StatementProfile | 'own';
  /** The school's own shape, whose columns are named by their places. */
  readonly own?: OwnShape;
  readonly decimal: DecimalSign;
  readonly columns: {
    readonly date: string;
    readonly valued?: string;
    /** Every column of one of these names, joined. */
    readonly description: readonly string[];
    /** One column for both directions… */
    readonly amount?: string;
    /** …with the direction in a column of this name, in the one without a head after the amount, or behind the amount. */
    readonly direction?: string;
    /** …or a column for each. */
    readonly credit?: string;
    readonly debit?: string;
    readonly reference?: string;
    readonly balance?: string;
    /** The balance before the movement, where the bank shows that one. */
    readonly balance_before?: string;
    /** Where each row names the account. */
    readonly account?: string;
    /** Further heads that this shape has, so that it is not taken for another one. */
    readonly also?: readonly string[];
  };
}

/**
 * Bank exports as they were seen in November 2026. The head decides; a bank that changes it gets a shape of its own beside
 * the former.
 */
const STATEMENT_SHAPES: readonly StatementShape[] = [
  {
    profile: 'bca-bisnis',
    decimal: '.',
    columns: {
      date: 'tanggal transaksi',
      description: ['keterangan'],
      amount: 'jumlah',
      balance: 'saldo',
      also: ['cabang'],
    },
  },
  {
    profile: 'bca-perorangan',
    decimal: '.',
    columns: {
      date: 'date',
      description: ['description'],
      amount: 'amount',
      direction: '',
      balance: 'balance',
      also: ['branch'],
    },
  },
  {
    profile: 'bca-pratinjau',
    decimal: ',',
    columns: {
      date: 'tanggal',
      description: ['keterangan'],
      debit: 'debit',
      credit: 'kredit',
      balance: 'saldo',
      also: ['no'],
    },
  },
  {
    profile: 'mandiri-mcm',
    decimal: '.',
    columns: {
      account: 'account no',
      date: 'date',
      valued: 'val. date',
      description: ['description'],
      reference: 'reference no',
      debit: 'debit',
      credit: 'credit',
    },
  },
  {
    profile: 'mandiri-mcm',
    decimal: '.',
    columns: {
      account: 'accountno',
      date: 'postdate',
      description: ['remarks', 'additionaldesc'],
      credit: 'credit amount',
      debit: 'debit amount',
      balance: 'close balance',
    },
  },
  {
    profile: 'bsi',
    decimal: '.',
    columns: {
      reference: 'trxid',
      date: 'tanggal',
      direction: 'd/k',
      amount: 'mutasi',
      balance: 'saldo',
      description: ['keterangan'],
    },
  },
  {
    profile: 'bni',
    decimal: '.',
    columns: {
      date: 'posting date',
      valued: 'effective date',
      reference: 'journal',
      description: ['transaction description'],
      amount: 'amount',
      direction: 'db/cr',
      balance: 'balance',
    },
  },
  {
    profile: 'bri',
    decimal: '.',
    columns: {
      account: 'norek',
      date: 'tgl_tran',
      valued: 'tgl_efektif',
      reference: 'seq',
      description: ['desk_tran'],
      balance_before: 'saldo_awal_mutasi',
      debit: 'mutasi_debit',
      credit: 'mutasi_kredit',
    },
  },
];

/** Rows within which a table's head stands; above it a file may name account and period. */
export const HEAD_ROWS = 30;

/** A table's head as it stands in a file. */
export interface Head {
  readonly shape: StatementShape;
  /** Its row, from 0. */
  readonly row: number;
  /** The heads of its columns, as the shapes write them. */
  readonly names: readonly string[];
}

/** The head of a column as the shapes write it. */
export const headName = (cell: Cell): string =>
  String(cell)
    .replace(/[\s'"]+/gu, ' ')
    .trim()
    .toLowerCase()
    .replace(/\.+$/u, '');

function fits({ columns }: StatementShape, names: readonly string[]): boolean {
  const { also = [], description, ...single } = columns;
  const wanted = [...Object.values(single), ...also].filter((name) => name !== '');
  return wanted.every((name) => names.includes(name)) && description.some((name) => names.includes(name));
}

/** The first row that is the head of a known table; null where there is none. */
export function findHead(rows: readonly (readonly Cell[])[]): Head | null {
  for (const [row, cells] of rows.slice(0, HEAD_ROWS).entries()) {
    const names = cells.map(headName);
    const shape = STATEMENT_SHAPES.find((one) => fits(one, names));
    if (shape) return { shape, row, names };
  }
  return null;
}
