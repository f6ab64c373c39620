import type { Db } from '@gerbang/service-kit/data/database';
import { conflict, notFound } from '@gerbang/service-kit/http/problems';
import { liveLevels } from './child-documents.repository.ts';
import { type TypeRecord, typeByKey } from './document-types.repository.ts';
import { appliesTo } from './list-documents.ts';

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
