import { rolesWith } from '@gerbang/domain/abilities';
import { PAPER_KINDS, RECEIPT_SIZES } from '@gerbang/domain/papers';
import { z } from 'zod';
import { endpoint, PDF } from './endpoint.ts';
import { countable, familyFilter, fileAnswer, fileFormat, levelFilters, listQuery } from './lists.ts';
import { idParams, lineOfText } from './text.ts';
import { seenVersion } from './seen-version.ts';

const papers = { service: 'billing', tags: ['dokumen'] } as const;
const day = z.iso.date();

/** What a receipt is to be printed on. */
export const receiptQuery = z.strictObject({
  size: z.enum(RECEIPT_SIZES, 'Pilihan tidak dikenal').default('a5'),
});

/** Facts of a paper without any name, to compare with it. */
const checkedPaper = { number: z.string(), school: z.string(), host: z.string() };

/** What everybody may learn of a paper by its code. */
export const paperCheckSchema = z.discriminatedUnion('valid', [
  z.object({
    valid: z.literal(true),
    ...checkedPaper,
    kind: z.enum(PAPER_KINDS),
    issued_on: day,
    /** Whole rupiah; only of a receipt. */
    amount: z.int().optional(),
    /** Of the child, such as 'A••••• P••••'; null where its data were erased. */
    initials: z.string().nullable(),
    level: z.string(),
    /** The academic year; only of a letter. */
    year: z.string().optional(),
  }),
  z.object({
    valid: z.literal(false),
    ...checkedPaper,
    kind: z.enum(PAPER_KINDS),
    issued_on: day,
    /** The Jakarta day since which it no longer counts. */
    revoked_on: day,
    /** Whether a newer paper with the same number took its place. */
    replaced: z.literal(true).optional(),
  }),
]);

/** A paper as staff see it. */
export const paperSchema = z.object({
  id: z.uuid(),
  version: z.int(),
  kind: z.enum(PAPER_KINDS),
  number: z.string(),
  child_name: z.string(),
  issued_on: day,
  /** Whole rupiah; null for a letter. */
  amount: z.int().nullable(),
  revoked_at: z.iso.datetime().nullable(),
  reason: z.string().nullable(),
  /** How often its code was looked up. */
  looks: z.int(),
  registration_id: z.uuid(),
  payment_id: z.uuid().nullable(),
  confirmation_id: z.uuid().nullable(),
});

/** A paper as its family's data export holds it. */
export const heldPaperSchema = paperSchema
  .omit({ version: true, looks: true, child_name: true })
  .extend({ code: z.string(), initials: z.string().nullable() });

export const checkPaper = endpoint({
  ...papers,
  id: 'Q01',
  method: 'GET',
  path: '/api/papers/{code}',
  access: { kind: 'public' },
  perMinute: 20,
  summary: 'Periksa keaslian dokumen dengan kodenya; tanpa nama',
  // As a person may type it; what fits and is no code is 404 like a code that no paper has.
  params: z.strictObject({
    code: z
      .string()
      .regex(/^[\dA-Za-z -]{1,60}$/u, 'Kode tidak dikenal. Dokumen ini tidak dapat kami pastikan.'),
  }),
  response: { 200: paperCheckSchema },
});

const listed = listQuery(['-issued_on', 'issued_on'] as const);
const filters = {
  kind: z.enum(PAPER_KINDS, 'Pilihan tidak dikenal').optional(),
  family: familyFilter,
  academic_year: levelFilters.academic_year,
};

export const listPapers = endpoint({
  ...papers,
  id: 'Q02',
  method: 'GET',
  path: '/api/admin/papers',
  access: { kind: 'roles', roles: rolesWith('papers.read') },
  summary: 'Dokumen terbit, yang terbaru lebih dahulu; search mencari nomor dokumen dan nama anak',
  audited: true,
  query: countable(listed.extend(filters)),
  response: { 200: z.array(paperSchema) },
});

export const exportPapers = endpoint({
  ...fileAnswer,
  ...papers,
  access: { kind: 'roles', roles: rolesWith('papers.read') },
  id: 'F14',
  path: '/api/admin/papers/export',
  summary: 'Dokumen terbit sebagai XLSX atau CSV, dengan pencarian dan penyaring yang sama',
  query: listed.pick({ search: true, sort: true }).extend({ ...filters, ...fileFormat }),
});

export const revokePaper = endpoint({
  ...papers,
  id: 'Q03',
  method: 'POST',
  path: '/api/admin/papers/{id}/revoke',
  access: { kind: 'roles', roles: rolesWith('papers.revoke') },
  summary: 'Cabut sebuah surat dengan alasan; kuitansi mengikuti pembayarannya',
  params: idParams,
  body: z.strictObject({
    reason: lineOfText(300, 'Alasan harus diisi').refine(
      (value) => value.length >= 5,
      'Alasan paling sedikit 5 karakter',
    ),
    version: seenVersion,
  }),
  response: { 200: paperSchema },
});

export const getFeeReceipt = endpoint({
  ...papers,
  id: 'Q04',
  method: 'GET',
  path: '/api/registrations/{id}/fee-receipt',
  access: { kind: 'roles', roles: rolesWith('papers.fee_receipt') },
  summary: 'Kuitansi biaya pendaftaran yang terverifikasi, sebagai PDF di kertas A5 atau gulungan 80 mm',
  params: idParams,
  query: receiptQuery,
  // The document's bytes.
  media: [PDF],
  response: { 200: z.any() },
});

export const getLetter = endpoint({
  ...papers,
  id: 'Q05',
  method: 'GET',
  path: '/api/enrollment-confirmations/{id}/letter',
  access: { kind: 'roles', roles: rolesWith('papers.letter') },
  summary: 'Surat Keterangan Diterima sebagai PDF, setelah konfirmasi daftar ulang diproses',
  params: idParams,
  media: [PDF],
  response: { 200: z.any() },
});

export const paperCalls = [
  checkPaper,
  listPapers,
  exportPapers,
  revokePaper,
  getFeeReceipt,
  getLetter,
] as const;
