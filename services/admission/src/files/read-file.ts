import { can } from '@gerbang/domain/abilities';
import type { Role } from '@gerbang/domain/roles';
import { audit, type Origin } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { notFound } from '@gerbang/service-kit/http/problems';
import { accountOf } from '@gerbang/service-kit/events/accounts';
import type { AttachedTo } from './attach.ts';
import { contentDisposition } from './file-names.ts';
import type { Files } from './upload.usecase.ts';

interface Reader {
  readonly id: string;
  readonly role: Role;
  readonly origin: Origin;
}

interface ReadableFile {
  readonly id: string;
  readonly name: string;
  readonly media_type: string;
  readonly attached_to: AttachedTo | null;
  readonly record_id: string | null;
}

const PROOFS: ReadonlySet<AttachedTo | null> = new Set<AttachedTo>([
  'registration_payment',
  'invoice_payment',
]);
const STAFF_READS = [
  ['registration_payment', 'registrations.monitor'],
  ['registration_stage', 'registrations.monitor'],
  ['invoice_payment', 'invoices.read'],
] as const;

/** What of the attached files this role may read without being of the family (authorization row X01). */
function readableTo(role: Role): AttachedTo[] {
  if (role === 'wali_murid') return [];
  return STAFF_READS.filter(([, ability]) => can(role, ability)).map(([attachedTo]) => attachedTo);
}

/** The file, if this reader may read it now: the rule is in the query, at every read (authorization, O6). */
async function readableFile(db: Db, id: string, reader: Reader): Promise<ReadableFile | undefined> {
  return db('files')
    .select('id', 'name', 'media_type', 'attached_to', 'record_id')
    .where({ id })
    .andWhere((rule) => {
      void rule
        .where({ uploader_id: reader.id, attached_at: null })
        .orWhereIn('attached_to', readableTo(reader.role));
      if (reader.role === 'wali_murid') void rule.orWhere({ family_user_id: reader.id });
    })
    .first<ReadableFile | undefined>();
}

/** The headers of an answer with a file, as they are (reliability U-G7; Precisions, Files). */
function fileHeaders(file: Pick<ReadableFile, 'name' | 'media_type'>, size: number): Record<string, string> {
  const isPdf = file.media_type === 'application/pdf';
  const inline = isPdf || file.media_type.startsWith('image/');
  return {
    'content-type': file.media_type,
    'content-length': String(size),
    'content-disposition': contentDisposition(inline ? 'inline' : 'attachment', file.name),
    // A browser's own viewer of PDFs does not run in a sandbox.
    'content-security-policy': isPdf ? "frame-ancestors 'self'" : "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
    'cross-origin-resource-policy': 'same-origin',
  };
}

/**
 * A file for somebody who may read it; everything else is 404. A proof that staff look at leaves a row in the trail
 * (reliability G35).
 */
export async function openFile({ context, store }: Files, id: string, reader: Reader) {
  const { knex } = context.database;
  const file = await readableFile(knex, id, reader);
  if (!file) throw notFound();
  const found = await store.get(id);
  if (!found) {
    context.log.error({ event: 'file_without_bytes', id });
    throw notFound();
  }
  try {
    if (reader.role !== 'wali_murid' && PROOFS.has(file.attached_to)) {
      const name = (await accountOf(knex, reader.id))?.name ?? null;
      await audit(knex, {
        action: 'file.read',
        actor: { id: reader.id, name, role: reader.role },
        subject: id,
        details: { attached_to: file.attached_to, record_id: file.record_id },
        origin: reader.origin,
      });
    }
  } catch (error) {
    found.stream.destroy();
    throw error;
  }
  return { headers: fileHeaders(file, found.size), stream: found.stream };
}
