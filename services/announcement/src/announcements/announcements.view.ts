import { mapLong } from '@gerbang/service-kit/http/long-lists';
import { shown } from '@gerbang/service-kit/http/shown';
import {
  announcementResultSchema,
  announcementRowSchema,
  ownResultSchema,
  type Announcement,
  type AnnouncementResult,
  type AnnouncementRow,
  type OwnResult,
} from '@gerbang/contracts/announcement-shapes';
import { can } from '@gerbang/domain/abilities';
import {
  announcementActions,
  type AnnouncementCaller,
  RESULTS,
  resultObstacle,
} from '@gerbang/domain/announcements';
import type { EventPayload } from '@gerbang/contracts/events';
import type { Role } from '@gerbang/domain/roles';
import type { Db } from '@gerbang/service-kit/data/database';
import { notFound, type Problem } from '@gerbang/service-kit/http/problems';
import type { Context } from '../context.ts';
import type { SummaryRecord } from '../observation-scores/summaries.repository.ts';
import {
  type AnnouncementRecord,
  findAnnouncement,
  type OwnResultRecord,
  type ResultRecord,
  resultsOf,
} from './announcements.repository.ts';

/** The person who opens an announcement. */
export interface Viewer {
  readonly id: string;
  readonly role: Role;
}

const person = (name: string | null, role: Role | null) => (role === null ? null : { name, role });
const moment = (at: Date | null, by: ReturnType<typeof person>) =>
  at === null || by === null ? null : { at: at.toISOString(), by };

/** What assessors said together, for the roles that read figures. */
export const figuresFor = ({ role }: Pick<Viewer, 'role'>, said: SummaryRecord | null) =>
  said !== null && can(role, 'scores.own') ? said : undefined;

/** 404 for an announcement that does not exist. */
export const noAnnouncement = (): Problem => notFound('Pengumuman tidak ditemukan');

/** The viewer as the machine of announcements sees one: role and whether the viewer created, changed or submitted it. */
export function callerBefore(
  { config }: Pick<Context, 'config'>,
  viewer: Viewer,
  record: Pick<AnnouncementRecord, 'created_by_id' | 'edited_by'>,
): AnnouncementCaller {
  return {
    role: viewer.role,
    author: record.created_by_id === viewer.id || record.edited_by.includes(viewer.id),
    fourEyes: config.FOUR_EYES === 'on',
  };
}

/** A row of the staff's list, with the actions that the viewer may take now. */
export function toAnnouncementRow(
  context: Pick<Context, 'config'>,
  viewer: Viewer,
  record: AnnouncementRecord,
): AnnouncementRow {
  const { passed_count: passed, failed_count: failed, skipped_count: skipped, waitlisted_count } = record;
  const caller = callerBefore(context, viewer, record);
  return {
    ...shown(announcementRowSchema, { ...record, corrects_id: record.corrects_id ?? undefined }),
    created_by: { name: record.created_by_name, role: record.created_by_role },
    own: caller.author,
    may: announcementActions(record.status, caller),
    reviewed_by: person(record.reviewed_by_name, record.reviewed_by_role),
    published_by: person(record.published_by_name, record.published_by_role),
    examined_outside: moment(
      record.examined_outside_at,
      person(record.examined_outside_by_name, record.examined_outside_by_role),
    ),
    counts: {
      total: passed + failed + waitlisted_count,
      passed,
      failed,
      skipped,
      ...(waitlisted_count > 0 && { waitlisted: waitlisted_count }),
    },
  };
}

/** A child as the staff's lists name it: with what tells namesakes apart. */
export function listedChild(
  copy: Pick<
    ResultRecord,
    'child_name' | 'child_nick_name' | 'child_gender' | 'parent_name' | 'name_from_account'
  >,
) {
  const { child_name: full_name, child_nick_name: nick_name, child_gender: gender, parent_name } = copy;
  const { name_from_account } = copy;
  return { full_name, nick_name, gender, parent_name, name_from_account };
}

function toResult(
  viewer: Viewer,
  record: ResultRecord,
  { status, jenjang: announced }: Pick<AnnouncementRecord, 'status' | 'jenjang'>,
): AnnouncementResult {
  const published = status === 'published';
  const { registration_number, jenjang, kelas, corrected_at: at, corrected_by: announcement_id } = record;
  const standing = RESULTS.find((result) => result === record.current_stage);
  return {
    ...shown(announcementResultSchema, record),
    child: listedChild(record),
    user_id: published ? undefined : record.user_id,
    pool: published ? undefined : (record.pool ?? undefined),
    observation: figuresFor(viewer, record.observation),
    registration: { registration_number, jenjang, kelas },
    checked: moment(record.checked_at, person(record.checked_by_name, record.checked_by_role)),
    // After publication the registration no longer waits, because the result has moved it.
    obstacle: published ? null : resultObstacle(record, record.result, jenjang !== announced),
    ...(published && standing && standing !== record.result && { standing }),
    ...(at && announcement_id && { corrected: { at: at.toISOString(), announcement_id } }),
  };
}

/** The announcement as its GET returns it; 404 where there is none. `known` saves reading its results again. */
export async function viewAnnouncement(
  context: Pick<Context, 'config'>,
  db: Db,
  viewer: Viewer,
  id: string,
  known?: readonly ResultRecord[],
): Promise<Announcement> {
  const record = await findAnnouncement(db, id);
  if (!record) throw noAnnouncement();
  const results = known ?? (await resultsOf(db, id));
  return {
    ...toAnnouncementRow(context, viewer, record),
    results: await mapLong(results, (result) => toResult(viewer, result, record)),
  };
}

/** The text of an announcement that goes with its results to admission. */
export function announcementText({
  title,
  content,
  observation_period,
  jenjang,
  first_published_at: first,
}: AnnouncementRecord): EventPayload<'results.told'>['text'] {
  return {
    title,
    content,
    observation_period,
    jenjang,
    ...(first && { first_published_at: first.toISOString() }),
  };
}

/** A result as its family sees it. */
export function toOwnResult(record: OwnResultRecord): OwnResult {
  const { first_published_at, corrected_at } = record;
  return {
    ...shown(ownResultSchema, record),
    first_published_at: first_published_at?.toISOString(),
    corrected_at: corrected_at?.toISOString(),
    jenjang: record.announcement_jenjang,
    child: { full_name: record.child_name, nick_name: record.child_nick_name },
    registration: { id: record.registration_id, jenjang: record.jenjang, kelas: record.kelas },
  };
}
