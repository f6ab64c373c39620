import type { Jenjang } from './levels.ts';
import type { Machine } from './transitions.ts';

/** The states of a document of a child. `missing` is also a document without a row. */
export const DOCUMENT_STATUSES = ['missing', 'uploaded', 'approved', 'returned', 'waived', 'seen'] as const;
export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number];

/** What the queue of staff can be narrowed to: `changed` are approved ones whose data are to be compared again. */
export const QUEUE_STATUSES = [...DOCUMENT_STATUSES, 'changed'] as const;
export type QueueStatus = (typeof QUEUE_STATUSES)[number];

/** As families and staff read them. */
export const DOCUMENT_LABELS: Readonly<Record<DocumentStatus, string>> = {
  missing: 'Belum ada',
  uploaded: 'Menunggu diperiksa',
  approved: 'Diterima',
  returned: 'Perlu diulang',
  waived: 'Tidak diperlukan',
  seen: 'Sudah ditunjukkan',
};

/**
 * A document of a child. A newer version of an approved one leaves the approval valid until the new one is decided; a
 * returned one ends it. `recheck`: facts of an accepted one are compared again, nothing else changes. `seen`: the original
 * was shown on site, no copy is kept.
 */
export const DOCUMENT_MACHINE = {
  name: 'child documents',
  statuses: DOCUMENT_STATUSES,
  edges: [
    { from: null, to: 'missing', action: 'ask', by: 'system' },
    { from: 'missing', to: 'uploaded', action: 'send', by: 'family' },
    { from: 'missing', to: 'uploaded', action: 'send', by: 'staff' },
    { from: 'uploaded', to: 'uploaded', action: 'send', by: 'family' },
    { from: 'uploaded', to: 'uploaded', action: 'send', by: 'staff' },
    { from: 'returned', to: 'uploaded', action: 'send', by: 'family' },
    { from: 'returned', to: 'uploaded', action: 'send', by: 'staff' },
    { from: 'waived', to: 'uploaded', action: 'send', by: 'family' },
    { from: 'waived', to: 'uploaded', action: 'send', by: 'staff' },
    { from: 'seen', to: 'uploaded', action: 'send', by: 'family' },
    { from: 'seen', to: 'uploaded', action: 'send', by: 'staff' },
    { from: 'approved', to: 'uploaded', action: 'send', by: 'family' },
    { from: 'approved', to: 'uploaded', action: 'send', by: 'staff' },
    { from: 'uploaded', to: 'approved', action: 'approve', by: 'reviewer' },
    { from: 'uploaded', to: 'returned', action: 'return', by: 'reviewer' },
    { from: 'approved', to: 'returned', action: 'return', by: 'reviewer' },
    { from: 'approved', to: 'approved', action: 'recheck', by: 'reviewer' },
    { from: 'missing', to: 'waived', action: 'waive', by: 'reviewer' },
    { from: 'returned', to: 'waived', action: 'waive', by: 'reviewer' },
    { from: 'missing', to: 'seen', action: 'see', by: 'reviewer' },
    { from: 'returned', to: 'seen', action: 'see', by: 'reviewer' },
    { from: 'uploaded', to: 'seen', action: 'see', by: 'reviewer' },
    { from: 'approved', to: 'missing', action: 'expire', by: 'system' },
  ],
} as const satisfies Machine<DocumentStatus, string, 'family' | 'staff' | 'reviewer' | 'system'>;

/** By when a document is needed, the earliest moment first. */
export const DOCUMENT_MOMENTS = ['registration', 'observation', 're_enrolment'] as const;
export type DocumentMoment = (typeof DOCUMENT_MOMENTS)[number];

/** How many of the documents that a registration lacks other services are told by name. */
export const MISSING_DOCUMENTS_NAMED = 20;

/** What a missing required document does at its moment: nothing, a warning, or it holds the family back. */
export const DOCUMENT_GATES = ['none', 'warn', 'block'] as const;
export type DocumentGate = (typeof DOCUMENT_GATES)[number];

/** As staff choose and read them. */
export const GATE_LABELS: Readonly<Record<DocumentGate, string>> = {
  none: 'Hanya tampil',
  warn: 'Mengingatkan',
  block: 'Menahan',
};

/** What may be sent for a type. */
export const DOCUMENT_ACCEPTS = ['image', 'image_pdf'] as const;
export type DocumentAccepts = (typeof DOCUMENT_ACCEPTS)[number];

/** Data of a child that a person compares with the paper. */
export const DOCUMENT_FACTS = [
  'child_name',
  'birth_date',
  'birth_place',
  'nik',
  'kk_number',
  'parent_names',
  'address',
] as const;
export type DocumentFact = (typeof DOCUMENT_FACTS)[number];

export const FACT_LABELS: Readonly<Record<DocumentFact, string>> = {
  child_name: 'Nama anak',
  birth_date: 'Tanggal lahir',
  birth_place: 'Tempat lahir',
  nik: 'NIK',
  kk_number: 'Nomor KK',
  parent_names: 'Nama orang tua',
  address: 'Alamat',
};

// A family card begins with its number and the head of the family, the child's line follows; a birth certificate begins
// with the child.
const FAMILY_CARD = [
  'kk_number',
  'parent_names',
  'address',
  'child_name',
  'nik',
  'birth_place',
  'birth_date',
] as const;
const OTHER_PAPER = ['nik', 'child_name', 'birth_place', 'birth_date', 'parent_names', 'address'] as const;

/** These facts in the order in which the paper has them. */
export function paperOrder(facts: readonly DocumentFact[]): DocumentFact[] {
  const order: readonly DocumentFact[] = facts.includes('kk_number') ? FAMILY_CARD : OTHER_PAPER;
  return order.filter((fact) => facts.includes(fact));
}

/** Why a document is returned; `lain` is said in the reviewer's own words. */
export const RETURN_REASONS = [
  'buram',
  'terpotong',
  'salah_dokumen',
  'beda_data',
  'kedaluwarsa',
  'halaman_kurang',
  'lain',
] as const;
export type ReturnReason = (typeof RETURN_REASONS)[number];

/** As staff choose and read them. */
export const RETURN_LABELS: Readonly<Record<ReturnReason, string>> = {
  buram: 'Tidak terbaca',
  terpotong: 'Terpotong',
  salah_dokumen: 'Salah dokumen',
  beda_data: 'Data berbeda',
  kedaluwarsa: 'Kedaluwarsa',
  halaman_kurang: 'Halaman kurang',
  lain: 'Lainnya',
};

/** The reason to the family: `document` and `facts` in words. */
export function returnText(
  reason: ReturnReason,
  words: { readonly document: string; readonly facts: string; readonly own: string | null },
): string {
  const texts: Readonly<Record<ReturnReason, string>> = {
    buram: 'Tulisan tidak terbaca. Foto ulang di tempat terang.',
    terpotong: 'Ada bagian yang terpotong. Foto seluruh halaman.',
    salah_dokumen: `Ini bukan ${words.document}.`,
    beda_data: `${words.facts} pada dokumen berbeda dengan isian. Perbaiki salah satunya.`,
    kedaluwarsa: 'Dokumen sudah tidak berlaku.',
    halaman_kurang: 'Halaman kurang.',
    lain: words.own ?? '',
  };
  return texts[reason];
}

/** Largest page of a document in bytes. */
export const DOCUMENT_MAX_BYTES = 5 * 1_048_576;

/** Most pages of a document, and how its pages are counted against a family in an hour. */
export const DOCUMENT_MAX_PAGES = 10;
export const DOCUMENT_PAGES_AN_HOUR = 120;

/** A document that the school asks of a child. */
export interface DocumentType {
  readonly key: string;
  readonly jenjang: readonly Jenjang[];
  /** The classes of these levels; null = all. */
  readonly classes: readonly string[] | null;
  readonly required: boolean;
  readonly needed_by: DocumentMoment;
  readonly gate: DocumentGate;
}

/** Whether a type is asked of a child that registers for this level and class. */
export function typeApplies(
  type: Pick<DocumentType, 'jenjang' | 'classes'>,
  { jenjang, kelas }: { readonly jenjang: Jenjang; readonly kelas: string | null },
): boolean {
  return (
    type.jenjang.includes(jenjang) &&
    (type.classes === null || (kelas !== null && type.classes.includes(kelas)))
  );
}

/** Whether a document needs no more of its family: accepted, not needed, or shown. */
export function isDocumentComplete(document: {
  readonly status: DocumentStatus;
  /** The version whose approval counts, also while a newer one waits. */
  readonly approved_version: number | null;
}): boolean {
  const { status, approved_version } = document;
  return (
    status === 'approved' ||
    status === 'waived' ||
    status === 'seen' ||
    (status === 'uploaded' && approved_version !== null)
  );
}

/** Whether the family has it to send now: what is required and was never sent, and what was returned. */
export const isToSend = (document: {
  readonly status: DocumentStatus;
  readonly required: boolean;
  readonly can_upload: boolean;
}): boolean =>
  document.can_upload &&
  (document.status === 'returned' || (document.status === 'missing' && document.required));

/** For each moment, whether every required document that is needed by then is complete. */
export function completeness(
  documents: ReadonlyArray<{
    readonly required: boolean;
    readonly needed_by: DocumentMoment;
    readonly complete: boolean;
  }>,
): Record<DocumentMoment, boolean> {
  const open = documents.filter(({ required, complete }) => required && !complete);
  const by = (moment: DocumentMoment) =>
    !open.some(({ needed_by }) => DOCUMENT_MOMENTS.indexOf(needed_by) <= DOCUMENT_MOMENTS.indexOf(moment));
  return {
    registration: by('registration'),
    observation: by('observation'),
    re_enrolment: by('re_enrolment'),
  };
}
