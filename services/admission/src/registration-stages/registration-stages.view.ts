import { shown } from '@gerbang/service-kit/http/shown';
import { stageEntrySchema, type StageEntry } from '@gerbang/contracts/registration-stages';
import { fileLink } from '@gerbang/contracts/files';
import type { Db } from '@gerbang/service-kit/data/database';
import { isSystem } from '../registration-record/system-actor.ts';
import { type StageRecord, stageRecords } from '../registration-record/stages.repository.ts';

function toStageEntry(record: StageRecord): StageEntry {
  const { file_id, file_name, created_by_name, created_by_role } = record;
  return {
    ...shown(stageEntrySchema, record),
    file_attachment_url: file_id === null ? null : fileLink(file_id),
    file_attachment_filename: file_name,
    created_by: isSystem(created_by_role) ? null : { name: created_by_name, role: created_by_role },
  };
}

/** 'Riwayat Tahapan', the oldest entry first; people by name and role, never by id. */
export async function stageHistory(db: Db, registrationId: string): Promise<StageEntry[]> {
  return (await stageRecords(db, registrationId)).map(toStageEntry);
}

/** The same for the export of its family's data. */
export const exportedStages = async (
  _context: unknown,
  db: Db,
  { id }: { readonly id: string },
): Promise<{ readonly stages: StageEntry[] }> => ({ stages: await stageHistory(db, id) });
