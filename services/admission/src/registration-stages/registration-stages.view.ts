import type { StageEntry } from '@gerbang/contracts/admission.types';
import { fileLink } from '@gerbang/contracts/files';
import type { Db } from '@gerbang/service-kit/data/database';
import { type StageRecord, stageRecords } from './registration-stages.repository.ts';

function toStageEntry(record: StageRecord): StageEntry {
  const { file_id, file_name, reached_at, created_at, created_by_name, created_by_role } = record;
  return {
    id: record.id,
    registration_id: record.registration_id,
    child_id: record.child_id,
    stage: record.stage,
    content: record.content,
    observation_time: record.observation_time,
    observation_place: record.observation_place,
    note: record.note,
    file_attachment_url: file_id === null ? null : fileLink(file_id),
    file_attachment_filename: file_name,
    reached_at: new Date(reached_at).toISOString(),
    created_at: new Date(created_at).toISOString(),
    created_by: { name: created_by_name, role: created_by_role },
  };
}

/** 'Riwayat Tahapan', the oldest entry first; people by name and role, never by id. */
export async function stageHistory(db: Db, registrationId: string): Promise<StageEntry[]> {
  return (await stageRecords(db, registrationId)).map(toStageEntry);
}
