import type { DocumentRow, StaffDocuments } from '@gerbang/contracts/document-reviews';
import { type DocumentFact, FACT_LABELS } from '@gerbang/domain/child-documents';
import type { CallOutput } from '@gerbang/web-kit/api/client';
import type { listDocumentTypes } from '@gerbang/contracts/child-documents';

type DocumentType = CallOutput<typeof listDocumentTypes>[number];

/** The id of a made-up record. */
export const documentId = (last: number) =>
  `0190f2f0-0000-7000-8000-0000000004${String(last).padStart(2, '0')}`;

/** A document that the school asks: the birth certificate. */
export const aDocumentType = (changes: Partial<DocumentType> = {}): DocumentType => ({
  id: documentId(1),
  version: 1,
  key: 'akta',
  label: 'Akta kelahiran',
  help: 'Nama anak, tanggal lahir, dan nama orang tua terbaca jelas.',
  purpose: 'untuk memastikan ejaan nama di rapor dan Dapodik',
  jenjang: ['KB', 'TK', 'SD', 'SMP'],
  classes: null,
  required: true,
  needed_by: 're_enrolment',
  gate: 'warn',
  max_files: 1,
  accepts: 'image_pdf',
  facts: ['child_name', 'birth_date', 'parent_names'],
  expires_months: null,
  position: 1,
  retired_at: null,
  ...changes,
});

/** A document of the queue: a birth certificate of one page. */
export const aDocumentRow = (changes: Partial<DocumentRow> = {}): DocumentRow => ({
  id: documentId(10),
  version: 2,
  number: 1,
  status: 'uploaded',
  sent_at: '2026-11-12T03:00:00.000Z',
  type: {
    key: 'akta',
    label: 'Akta kelahiran',
    facts: ['child_name', 'birth_date', 'parent_names'],
    needed_by: 're_enrolment',
    gate: 'warn',
  },
  child_id: documentId(30),
  child_name: 'Aisyah Putri',
  registration_id: documentId(40),
  registration_number: 'PSB-2026-SD-00007',
  jenjang: 'SD',
  kelas: '1',
  pages: [{ url: `/api/files/${documentId(50)}`, media_type: 'image/jpeg' }],
  changed: [],
  ...changes,
});

const fact = (name: DocumentFact, values: readonly string[]): StaffDocuments['facts'][number] => ({
  fact: name,
  label: FACT_LABELS[name],
  values: [...values],
  hint: null,
  checked: null,
});

/** The documents of a registration: those of these rows. */
export function someStaffDocuments(
  rows: readonly DocumentRow[],
  changes: Partial<StaffDocuments> = {},
): StaffDocuments {
  const [{ registration_id, child_id, child_name, registration_number, jenjang, kelas } = aDocumentRow()] =
    rows;
  const { position: _position, version: _version, ...type } = aDocumentType();
  return {
    registration: {
      id: registration_id,
      registration_number,
      jenjang,
      kelas,
      academic_year: '2026/2027',
      child_id,
      child_name,
    },
    complete: { registration: true, observation: true, re_enrolment: false },
    done: 0,
    of: rows.length,
    documents: rows.map((row) => ({
      id: row.id,
      version: row.version,
      type: { ...type, ...row.type },
      status: row.status,
      complete: false,
      can_upload: true,
      expires_on: null,
      waived_reason: null,
      versions: [
        {
          number: row.number,
          pages: row.pages,
          note: null,
          sent_at: row.sent_at ?? '2026-11-12T03:00:00.000Z',
          sent_by: { name: 'Rahma Aulia', role: 'wali_murid' },
          decision: null,
          reason: null,
          reason_code: null,
          reviewed_at: null,
          reviewed_by: null,
        },
      ],
    })),
    facts: [
      fact('child_name', [child_name]),
      fact('nik', ['3271 0654 0321 0001']),
      fact('birth_date', ['14 Maret 2021']),
      fact('parent_names', ['Ahmad Fauzi', 'Siti Maryam']),
    ],
    facts_print: 'as-typed',
    own_family: false,
    checklist: {
      complete: { registration: true, observation: true, re_enrolment: false },
      percent: 50,
      next: null,
      items: [
        {
          kind: 'fee',
          key: 'fee',
          label: 'Biaya pendaftaran',
          text: 'Bukti sedang diperiksa',
          help: null,
          purpose: null,
          status: 'waiting',
          open: true,
          document_status: null,
          required: true,
          needed_by: null,
          gate: null,
          reason: null,
          sent_at: null,
          can_upload: false,
          link: '/registrations',
        },
      ],
    },
    ...changes,
  };
}
