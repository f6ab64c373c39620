import { can } from '@gerbang/domain/abilities';
import type { Role } from '@gerbang/domain/roles';
import { audit, type Origin } from '@gerbang/service-kit/audit/audit';
import { notFound } from '@gerbang/service-kit/http/problems';
import { accountOf } from '@gerbang/service-kit/events/accounts';
import { type AttachedTo, type ReadableFile, readableFile } from './files.repository.ts';
import { contentDisposition } from '@gerbang/service-kit/http/content-disposition';
import type { Files } from './keep-upload.ts';

interface Reader {
  readonly id: string;
  readonly role: Role;
  readonly origin: Origin;
}

/** What staff read is written down. */
const WITNESSED: ReadonlySet<AttachedTo | null> = new Set<AttachedTo>([
  'registration_payment',
  'invoice_payment',
  'refund',
  'child_document',
]);
const STAFF_READS = [
  ['registration_payment', 'registrations.monitor'],
  ['registration_stage', 'registrations.monitor'],
  ['invoice_payment', 'invoices.read'],
  ['refund', 'refunds.read'],
  ['child_document', 'documents.read'],
] as const;

/** The kinds of records whose files this role may read without being of the family. */
function readableTo(role: Role): AttachedTo[] {
  if (role === 'wali_murid') return [];
  return STAFF_READS.filter(([, ability]) => can(role, ability)).map(([attachedTo]) => attachedTo);
}

/** The headers of a response with a file. */
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

/** Opens a file for a reader who may read it; 404 otherwise. A proof or a document that staff read leaves a row in the trail. */
export async function openFile({ context, store }: Files, id: string, reader: Reader) {
  const { knex } = context.database;
  const isParent = reader.role === 'wali_murid';
  const file = await readableFile(knex, id, { id: reader.id, reads: readableTo(reader.role), isParent });
  if (!file) throw notFound();
  const found = await store.get(id);
  if (!found) {
    context.log.error({ event: 'file_without_bytes', id });
    throw notFound();
  }
  try {
    if (!isParent && WITNESSED.has(file.attached_to)) {
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
