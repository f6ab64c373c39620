import type {
  childDocumentSchema,
  documentTypeSchema,
  documentVersionSchema,
} from '@gerbang/contracts/child-documents';
import { fileLink } from '@gerbang/contracts/files';
import {
  type DocumentFact,
  type DocumentStatus,
  FACT_LABELS,
  isDocumentComplete,
  paperOrder,
  returnText,
} from '@gerbang/domain/child-documents';
import type { Jenjang } from '@gerbang/domain/levels';
import type { Columns } from '@gerbang/service-kit/data/columns';
import type { z } from 'zod';
import type { DocumentRecord, PageRecord, VersionRecord } from './child-documents.repository.ts';
import type { TypeRecord } from './document-types.repository.ts';

type TypeView = z.input<typeof documentTypeSchema>;
export type DocumentView = z.input<typeof childDocumentSchema>;
type VersionView = z.input<typeof documentVersionSchema>;

const iso = (at: Date | null): string | null => at && new Date(at).toISOString();

const typeFields = (row: TypeRecord) => ({
  id: row.id,
  key: row.key,
  label: row.label,
  help: row.help,
  purpose: row.purpose,
  jenjang: row.jenjang as Jenjang[],
  classes: row.classes && [...row.classes],
  required: row.required,
  needed_by: row.needed_by,
  gate: row.gate,
  max_files: row.max_files,
  accepts: row.accepts,
  facts: row.facts as DocumentFact[],
  expires_months: row.expires_months,
  retired_at: iso(row.retired_at),
});

/** Links of these pages in their order. Pages whose time is over are left out. */
export const toPages = (files: readonly string[], pages: ReadonlyMap<string, PageRecord>) =>
  files.flatMap((id) => {
    const page = pages.get(id);
    return page ? [{ url: fileLink(id), media_type: page.media_type }] : [];
  });

/** A type as staff see it. */
export const toType = (row: TypeRecord): TypeView => ({
  ...typeFields(row),
  version: row.version,
  position: row.position,
});

/** Why a version was returned, in words; null where it was not. */
export function reasonOf(
  row: Pick<VersionRecord, 'reason_code' | 'reason_text'>,
  type: Pick<TypeRecord, 'label' | 'facts'>,
): string | null {
  if (row.reason_code === null) return null;
  const facts = (type.facts as DocumentFact[]).map((fact) => FACT_LABELS[fact]).join(', ');
  return returnText(row.reason_code, {
    document: type.label,
    facts: row.reason_text ?? (facts || 'Data'),
    own: row.reason_text,
  });
}

/** A version without people's names. */
export function toVersion(
  columns: Columns,
  row: VersionRecord,
  type: TypeRecord,
  pages: ReadonlyMap<string, PageRecord>,
): VersionView {
  return {
    number: row.number,
    pages: toPages(row.files, pages),
    note: row.note === null ? null : columns.open('document_versions', 'note', row.id, row.note),
    sent_at: new Date(row.sent_at).toISOString(),
    decision: row.decision,
    reason: reasonOf(row, type),
    reason_code: row.reason_code,
    reviewed_at: iso(row.reviewed_at),
  };
}

/** Who sent a version and who decided about it, for staff. */
export const peopleOf = (row: VersionRecord) => ({
  sent_by: { name: row.sent_by_name, role: row.sent_by_role },
  reviewed_by: row.reviewed_by_role && { name: row.reviewed_by_name, role: row.reviewed_by_role },
});

/** Whether a family may send this document now. */
export const maySend = (
  type: Pick<TypeRecord, 'retired_at'>,
  status: DocumentStatus,
  childLocked: boolean,
): boolean => type.retired_at === null && !(childLocked && status === 'approved');

/** A document with its versions; one without a row is missing. */
export function toDocument(
  type: TypeRecord,
  row: DocumentRecord | undefined,
  versions: readonly VersionView[],
  childLocked: boolean,
): DocumentView {
  const status = row?.status ?? 'missing';
  return {
    id: row?.id ?? null,
    version: row?.version ?? 0,
    type: { ...typeFields(type), facts: paperOrder(type.facts as DocumentFact[]) },
    status,
    complete: row !== undefined && isDocumentComplete(row),
    can_upload: maySend(type, status, childLocked),
    expires_on: row?.expires_on ?? null,
    waived_reason: row?.waived_reason ?? null,
    versions: [...versions],
  };
}
