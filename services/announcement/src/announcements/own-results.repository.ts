import type { OwnResult } from '@gerbang/contracts/announcement.types';
import type { Result } from '@gerbang/domain/announcements';
import type { Jenjang } from '@gerbang/domain/levels';
import type { Db } from '@gerbang/service-kit/data/database';
import type { List } from '@gerbang/service-kit/http/paging';

/** A published result as the database gives it. */
export interface OwnResultRecord {
  readonly id: string;
  readonly announcement_id: string;
  readonly title: string;
  readonly content: string;
  readonly observation_period: string;
  readonly announcement_jenjang: Jenjang;
  readonly result: Result;
  readonly individual_note: string | null;
  readonly published_at: Date;
  readonly child_name: string;
  readonly child_nick_name: string | null;
  readonly registration_id: string;
  readonly jenjang: Jenjang;
  readonly kelas: string | null;
}

/**
 * The published results of this account's children, by ownership rule O3 in the query itself (authorization row N09).
 * What was skipped is no result.
 */
export function ownResults(db: Db, userId: string) {
  return db('announcement_results')
    .join('registrations', 'registrations.id', 'announcement_results.registration_id')
    .join('announcements', 'announcements.id', 'announcement_results.announcement_id')
    .where('registrations.user_id', userId)
    .whereRaw('announcement_results.published_at is not null and announcement_results.skip_reason is null')
    .select(
      'announcement_results.id',
      'announcement_results.announcement_id',
      'announcements.title',
      'announcements.content',
      'announcements.observation_period',
      'announcements.jenjang as announcement_jenjang',
      'announcement_results.result',
      'announcement_results.individual_note',
      'announcement_results.published_at',
      'registrations.child_name',
      'registrations.child_nick_name',
      'announcement_results.registration_id',
      'registrations.jenjang',
      'registrations.kelas',
    );
}

/** Newest first, as the dashboard shows them. */
export function newestResults(db: Db, userId: string) {
  return ownResults(db, userId)
    .orderBy('announcement_results.published_at', 'desc')
    .orderBy('announcement_results.id', 'desc');
}

/** A result as its family sees it, flat (Precisions, Announcements). */
export function toOwnResult(record: OwnResultRecord): OwnResult {
  return {
    id: record.id,
    announcement_id: record.announcement_id,
    title: record.title,
    content: record.content,
    observation_period: record.observation_period,
    jenjang: record.announcement_jenjang,
    result: record.result,
    individual_note: record.individual_note,
    published_at: new Date(record.published_at).toISOString(),
    child: { full_name: record.child_name, nick_name: record.child_nick_name },
    registration: { id: record.registration_id, jenjang: record.jenjang, kelas: record.kelas },
  };
}

/** The list of row N09. */
export function ownResultList(db: Db, userId: string): List<OwnResultRecord, OwnResult> {
  return {
    table: 'announcement_results',
    keys: { published_at: 'announcement_results.published_at' },
    defaultSort: '-published_at',
    rows: () => ownResults(db, userId),
    toItems: (records) => records.map(toOwnResult),
  };
}
