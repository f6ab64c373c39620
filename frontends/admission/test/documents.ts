import type { ChildDocument, DocumentVersion } from '@gerbang/contracts/child-documents';

/** A document as its GET shows it: nothing sent yet. */
export function aDocument(
  changes: Partial<Omit<ChildDocument, 'type'>> & { readonly type?: Partial<ChildDocument['type']> } = {},
): ChildDocument {
  const { type, ...rest } = changes;
  return {
    id: null,
    version: 0,
    type: {
      id: '0190f2f0-0000-7000-8000-000000000200',
      key: 'kk',
      label: 'Kartu keluarga',
      help: 'Seluruh halaman terlihat.',
      purpose: 'untuk mencocokkan NIK dan alamat',
      jenjang: ['SD'],
      classes: null,
      required: true,
      needed_by: 're_enrolment',
      gate: 'warn',
      max_files: 3,
      accepts: 'image_pdf',
      facts: [],
      expires_months: null,
      retired_at: null,
      ...type,
    },
    status: 'missing',
    complete: false,
    can_upload: true,
    expires_on: null,
    waived_reason: null,
    versions: [],
    ...rest,
  };
}

/** A sending of two pages that waits for its review. */
export function aVersion(changes: Partial<DocumentVersion> = {}): DocumentVersion {
  return {
    number: 1,
    pages: [
      { url: '/api/files/0190f2f0-0000-7000-8000-000000000301', media_type: 'image/jpeg' },
      { url: '/api/files/0190f2f0-0000-7000-8000-000000000302', media_type: 'application/pdf' },
    ],
    note: null,
    sent_at: '2026-11-23T03:00:00.000Z',
    decision: null,
    reason: null,
    reason_code: null,
    reviewed_at: null,
    ...changes,
  };
}
