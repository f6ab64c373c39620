import type { Caller } from '@gerbang/service-kit/http/caller';
import { conflict, forbidden, type Problem } from '@gerbang/service-kit/http/problems';
import type { DocumentRecord } from './child-documents.repository.ts';

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
