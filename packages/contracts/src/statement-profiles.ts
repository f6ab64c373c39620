import { rolesWith } from '@gerbang/domain/abilities';
import {
  columnsOf,
  hasMoney,
  STATEMENT_DATE_FORMATS,
  STATEMENT_DECIMAL_SIGNS,
  STATEMENT_DELIMITERS,
  STATEMENT_ENCODINGS,
} from '@gerbang/domain/statement-profiles';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { lineOfText } from './text.ts';

const CHOICE = 'Pilihan tidak dikenal';
const column = z.int('Kolom tidak valid').min(0, 'Kolom tidak valid').max(49, 'Kolom tidak valid');
const cell = (most: number) => z.string('Isi sel tidak valid').max(most, `Paling banyak ${most} karakter`);

/** Where a shape of the school's own has what; columns counted from 0. Money in one column, or credit and debit apart. */
export const statementColumnsSchema = z
  .strictObject({
    date: column,
    /** Joined in the order of the file. */
    description: z
      .array(column)
      .min(1, 'Pilih kolom keterangan')
      .max(5, 'Paling banyak lima kolom keterangan'),
    /** Without `direction`: with CR or DB behind it, or with a sign where `balance` can prove it. */
    amount: column.optional(),
    credit: column.optional(),
    debit: column.optional(),
    /** CR/DB, K/D beside `amount`. */
    direction: column.optional(),
    reference: column.optional(),
    balance: column.optional(),
  })
  .refine(hasMoney, 'Pilih satu kolom jumlah, atau kolom kredit dan kolom debit')
  .refine(
    (columns) => new Set(columnsOf(columns)).size === columnsOf(columns).length,
    'Satu kolom hanya dapat dipilih sekali',
  );

export const createStatementProfile = endpoint({
  id: 'R06',
  method: 'POST',
  path: '/api/admin/statement-profiles',
  service: 'billing',
  tags: ['mutasi bank'],
  access: { kind: 'roles', roles: rolesWith('bank.book') },
  summary: 'Simpan susunan kolom mutasi bank yang belum dikenal',
  body: z
    .strictObject({
      account_key: z.string('Rekening harus dipilih').regex(/^[a-z0-9-]{2,20}$/u, 'Rekening tidak dikenal'),
      name: lineOfText(50, 'Nama susunan harus diisi'),
      delimiter: z.enum(STATEMENT_DELIMITERS, CHOICE),
      encoding: z.enum(STATEMENT_ENCODINGS, CHOICE),
      /** Rows before the header's, blank ones not counted. */
      skip_rows: z
        .int('Jumlah baris tidak valid')
        .min(0, 'Jumlah baris tidak valid')
        .max(50, 'Paling banyak 50 baris'),
      /** The header row as the file has it: a file with the same one is read with this shape. */
      headers: z.array(cell(100)).min(2, 'Baris judul harus diisi').max(50, 'Paling banyak 50 kolom'),
      columns: statementColumnsSchema,
      date_format: z.enum(STATEMENT_DATE_FORMATS, CHOICE),
      decimal_sign: z.enum(STATEMENT_DECIMAL_SIGNS, CHOICE),
      /** Up to five rows under the header, as the file has them; they must parse. */
      sample: z
        .array(z.array(cell(500)).max(50, 'Paling banyak 50 kolom'))
        .min(1, 'Baris contoh harus diisi')
        .max(5, 'Paling banyak lima baris contoh'),
    })
    .refine(({ headers, columns }) => columnsOf(columns).every((at) => at < headers.length), {
      path: ['columns'],
      error: 'Kolom tidak ada di baris judul',
    })
    .refine(({ headers }) => headers.some((head) => head.trim() !== ''), {
      path: ['headers'],
      error: 'Baris judul harus diisi',
    }),
  response: { 201: z.object({ id: z.uuid() }) },
});
