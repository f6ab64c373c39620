import type { CallOutput } from '@gerbang/web-kit/client';
import type { listDocumentTypes } from '@gerbang/contracts/documents';

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
