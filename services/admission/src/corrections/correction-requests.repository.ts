import {
  type correctionRequestSchema,
  correctionRequestSchema as schema,
  type StaffCorrectionRequest,
} from '@gerbang/contracts/correction-requests';
import { CORRECTION_REQUEST_MACHINE, type CorrectionRequestStatus } from '@gerbang/domain/corrections';
import type { Role } from '@gerbang/domain/roles';
import { assertEdge } from '@gerbang/domain/transitions';
import type { Actor } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { nameSearch } from '@gerbang/service-kit/data/text-search';
import { shown } from '@gerbang/service-kit/http/shown';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import type { Tables } from '../database.types.ts';

export type RequestRecord = Tables['correction_requests'] & { readonly status: CorrectionRequestStatus };
/** A request with the child that it is about. */
export type StaffRequestRecord = RequestRecord & {
  readonly registration_number: string;
  readonly child_name: string;
};

/** A request as its family reads it. */
export const toRequest = (record: RequestRecord): z.output<typeof correctionRequestSchema> =>
  shown(schema, record);

/** A request as staff read it. */
export function toStaffRequest(record: StaffRequestRecord): StaffCorrectionRequest {
  const { answered_by_role: role, answered_by_name: name } = record;
  return {
    ...toRequest(record),
    version: record.version,
    registration_id: record.registration_id,
    registration_number: record.registration_number,
    child_name: record.child_name,
    answered_by: role === null ? null : { name, role: role as Role },
  };
}

/** Opens a request; undefined where the registration has an open one. An objection to a correction is never refused. */
export async function insertRequest(
  trx: Db,
  request: Pick<RequestRecord, 'registration_id' | 'correction_id' | 'text'>,
): Promise<RequestRecord | undefined> {
  const [row] = await trx('correction_requests')
    .insert({ ...request, id: uuidv7() })
    .onConflict(trx.raw("(registration_id) where status = 'open' and correction_id is null"))
    .ignore()
    .returning<RequestRecord[]>('*');
  return row;
}

/** The requests of these registrations, the oldest first. */
export async function requestsOf(db: Db, registrationIds: readonly string[]): Promise<RequestRecord[]> {
  return db('correction_requests')
    .whereIn('registration_id', registrationIds)
    .orderBy(['created_at', 'id'])
    .select<RequestRecord[]>('*');
}

/** The requests of all families under the filters, without order. */
export function listedRequests(
  db: Db,
  {
    status,
    search,
    academic_year,
  }: {
    readonly status?: CorrectionRequestStatus;
    readonly search?: string;
    readonly academic_year?: string;
  },
) {
  const rows = db('correction_requests')
    .join('registrations', 'registrations.id', 'correction_requests.registration_id')
    .join('children', 'children.id', 'registrations.child_id')
    .select('correction_requests.*', 'registrations.registration_number', 'children.full_name as child_name');
  if (status) void rows.where('correction_requests.status', status);
  if (academic_year) void rows.where('registrations.academic_year', academic_year);
  const found = nameSearch(search, {
    names: ['children.full_name'],
    others: ['registrations.registration_number'],
  });
  return found === null ? rows : rows.andWhere(found);
}

/** A request, locked for its answer. */
export async function lockRequest(trx: Db, id: string): Promise<StaffRequestRecord | undefined> {
  return listedRequests(trx, {})
    .where('correction_requests.id', id)
    .forNoKeyUpdate('correction_requests')
    .first<StaffRequestRecord | undefined>();
}

/** Writes the answer to a locked request: the only writer of its status. */
export async function writeAnswer(
  trx: Db,
  present: StaffRequestRecord,
  { status, answer }: { readonly status: 'done' | 'refused'; readonly answer: string },
  { actor, at }: { readonly actor: Actor; readonly at: Date },
): Promise<StaffRequestRecord> {
  assertEdge(CORRECTION_REQUEST_MACHINE, present.status, { to: status, action: 'answer' });
  const [row] = await trx('correction_requests')
    .where({ id: present.id, status: 'open' })
    .update({
      status,
      answer,
      answered_by_id: actor.id,
      answered_by_name: actor.name,
      answered_by_role: actor.role,
      answered_at: at,
      version: present.version + 1,
    })
    .returning<RequestRecord[]>('*');
  if (!row) throw new Error('a request changed under its lock');
  return { ...present, ...row };
}
