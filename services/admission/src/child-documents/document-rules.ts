import type { Caller } from '@gerbang/service-kit/http/caller';
import { conflict, forbidden, Problem, notFound } from '@gerbang/service-kit/http/problems';
import { type DocumentRecord, liveLevels } from './child-documents.repository.ts';
import type { Db } from '@gerbang/service-kit/data/database';
import { type TypeRecord, typeByKey } from './document-types.repository.ts';
import { appliesTo } from './list-documents.ts';
import { blockingDocuments } from '../registration-record/blocking-documents.repository.ts';
import type { Move } from '../registration-record/moves.ts';

/** The actions of the trail that change a document; the newest of them names the person in a 409 `stale`. */
export const STATE_ACTIONS = [
  'document.sent',
  'document.sent_on_behalf',
  'document.approved',
  'document.rechecked',
  'document.returned',
  'document.waived',
  'document.seen',
  'document.expired',
] as const;

/** 409 for a document, or data beside it, that is not as the caller saw it. */
export const outdated = (): Problem =>
  conflict('stale', 'Data ini baru saja diubah orang lain. Muat ulang lalu coba lagi.');

/** 403 for a document of the caller's own family, whatever the role is now. */
export function refuseOwnFamily(caller: Pick<Caller, 'id'>, family: { readonly user_id: string }): void {
  if (family.user_id === caller.id) {
    throw forbidden('Dokumen keluarga sendiri diperiksa oleh petugas lain.', 'own_family');
  }
}

/** What a decision returns. */
export const decided = ({ status, version }: Pick<DocumentRecord, 'status' | 'version'>) => ({
  status,
  version,
});

/** The type, if it is asked of this child now; 404 for an unknown one, 409 `type_closed`. */
export async function openType(
  trx: Db,
  { childId, typeKey }: { readonly childId: string; readonly typeKey: string },
): Promise<TypeRecord> {
  const type = await typeByKey(trx, typeKey);
  if (!type) throw notFound('Jenis dokumen tidak ditemukan');
  if (type.retired_at !== null || !appliesTo(type, await liveLevels(trx, childId))) {
    throw conflict('type_closed', 'Dokumen ini tidak diminta untuk anak ini.');
  }
  return type;
}

/** 409 where documents that the school wants before the observation are missing; another day or place is always possible. */
export async function refuseWithoutDocuments(_context: unknown, trx: Db, move: Move): Promise<void> {
  if (move.kind !== 'stage' || move.to !== 'obs_scheduled' || move.from === move.to) return;
  const missing = await blockingDocuments(trx, move.id, ['registration', 'observation']);
  if (missing.length === 0) return;
  const names = missing.map(({ label }) => label).join(', ');
  throw new Problem(409, 'documents_missing', `Dokumen anak belum lengkap: ${names}.`, {
    details: { types: missing.map(({ key }) => key) },
  });
}
