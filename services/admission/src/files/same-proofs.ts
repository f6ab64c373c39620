import { fileLink } from '@gerbang/contracts/files';
import type { SameProof } from '@gerbang/contracts/proof-checks.types';
import type { Db } from '@gerbang/service-kit/data/database';
import { sameFiles } from './files.repository.ts';

/** The payments of other records whose proof is the same file as this one. */
export async function sameProofs(db: Db, fileId: string, recordId: string): Promise<SameProof[]> {
  const found = await sameFiles(db, fileId, recordId);
  return found.map((file) => ({
    kind: file.attached_to,
    record_id: file.record_id,
    child_name: file.child_name,
    number: file.registration_number,
    proof_url: fileLink(file.id),
    proof_filename: file.name,
  }));
}
