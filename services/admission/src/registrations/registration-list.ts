import type { RegistrationRow, StageEntry } from '@gerbang/contracts/admission.types';
import { fileLink } from '@gerbang/contracts/files';
import type { listRegistrations } from '@gerbang/contracts/registrations';
import type { Stage } from '@gerbang/domain/registration-stages';
import type { Role } from '@gerbang/domain/roles';
import type { Db } from '@gerbang/service-kit/data/database';
import type { List } from '@gerbang/service-kit/http/paging';
import { containing } from '@gerbang/service-kit/data/search';
import type { z } from 'zod';
import { toRegistrationRow } from './registration-view.ts';
import { ownRegistrations, type RegistrationListRecord } from './registrations.repository.ts';

type Query = z.output<NonNullable<(typeof listRegistrations)['query']>>;

const FILTERS = ['payment_status', 'current_stage', 'jenjang'] as const;

function filtered(db: Db, userId: string, query: Query) {
  const rows = ownRegistrations(db, userId);
  for (const field of FILTERS) {
    const value = query[field];
    if (value !== undefined) void rows.where(`registrations.${field}`, value);
  }
  const pattern = containing(query.search);
  if (pattern === null) return rows;
  return rows.andWhere((any) => {
    void any
      .whereILike('children.full_name', pattern)
      .orWhereILike('children.nick_name', pattern)
      .orWhereILike('registrations.jenjang', pattern);
  });
}

/** The own registrations that the query asks for, newest first (authorization row C07; Precisions, Lists). */
export function registrationList(
  db: Db,
  userId: string,
  query: Query,
): List<RegistrationListRecord, RegistrationRow> {
  return {
    table: 'registrations',
    keys: { created_at: 'registrations.created_at' },
    defaultSort: '-created_at',
    rows: () => filtered(db, userId, query),
    toItems: (rows) => rows.map(toRegistrationRow),
  };
}

interface StageRecord {
  readonly id: string;
  readonly registration_id: string;
  readonly child_id: string;
  readonly stage: Stage;
  readonly content: string | null;
  readonly observation_time: string | null;
  readonly observation_place: string | null;
  readonly note: string | null;
  readonly file_id: string | null;
  readonly file_name: string | null;
  readonly reached_at: Date;
  readonly created_at: Date;
  readonly created_by_name: string | null;
  readonly created_by_role: Role;
}

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

/** 'Riwayat Tahapan', oldest first; who did it by name and role, never by id (authorization row C12). */
export async function stageHistory(db: Db, registrationId: string): Promise<StageEntry[]> {
  const rows = await db('registration_stages')
    .leftJoin('files', 'files.id', 'registration_stages.file_id')
    .where({ registration_id: registrationId })
    .orderBy(['reached_at', 'registration_stages.id'])
    .select<StageRecord[]>('registration_stages.*', 'files.name as file_name');
  return rows.map(toStageEntry);
}
