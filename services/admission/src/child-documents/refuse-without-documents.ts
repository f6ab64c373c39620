import type { Db } from '@gerbang/service-kit/data/database';
import { Problem } from '@gerbang/service-kit/http/problems';
import { blockingDocuments } from '../registration-record/blocking-documents.repository.ts';
import type { Move } from '../registration-record/moves.ts';

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
