import type {
  Announcement,
  AnnouncementResult,
  AnnouncementRow,
  OwnResult,
  WaitingStudent,
} from '@gerbang/contracts/announcement-shapes';
import { announcementActions, type AnnouncementStatus } from '@gerbang/domain/announcements';
import type { Role } from '@gerbang/domain/roles';

const at = '2026-11-20T03:00:00.000Z';

/** An id that ends in this number. */
export const idOf = (last: number) => `0190f2f0-0000-7000-8000-${String(last).padStart(12, '0')}`;

/** What the server lets this role do with another user's announcement. */
export const mayOf = (status: AnnouncementStatus, role: Role, author = false) =>
  announcementActions(status, { role, author, fourEyes: true });

/** A row of the list: another user's draft, seen by an administrator. */
export function aRow(changes: Partial<AnnouncementRow> = {}): AnnouncementRow {
  const status = changes.status ?? 'draft';
  return {
    id: idOf(1),
    title: 'Hasil Observasi SD Gelombang 1',
    content: 'Terima kasih telah mengikuti observasi.',
    observation_period: '16–20 November 2026',
    jenjang: 'SD',
    status,
    created_by: { name: 'Sari', role: 'staff_pendidikan' },
    own: false,
    may: mayOf(status, 'admin'),
    reviewed_by: null,
    review_notes: null,
    published_by: null,
    examined_outside: null,
    created_at: at,
    updated_at: at,
    submitted_at: null,
    reviewed_at: null,
    published_at: null,
    counts: { total: 2, passed: 1, failed: 1, skipped: 0 },
    version: 3,
    ...changes,
  };
}

/** A student's result. */
export function aResult(
  last: number,
  name: string,
  changes: Partial<AnnouncementResult> = {},
): AnnouncementResult {
  return {
    id: idOf(100 + last),
    announcement_id: idOf(1),
    registration_id: idOf(200 + last),
    child_id: idOf(300 + last),
    result: 'passed',
    individual_note: null,
    created_at: at,
    child: {
      full_name: name,
      nick_name: null,
      gender: 'female',
      parent_name: 'Laila Fitriani',
      name_from_account: null,
    },
    checked: { at, by: { name: 'Siti Nurhaliza', role: 'staff_pendidikan' } },
    registration: { registration_number: `PSB-2026-SD-0000${last}`, jenjang: 'SD', kelas: '1' },
    obstacle: null,
    skip_reason: null,
    ...changes,
  };
}

/** The announcement of `aRow` with two results. */
export function anAnnouncement(changes: Partial<Announcement> = {}): Announcement {
  return {
    ...aRow(changes),
    results: [
      aResult(1, 'Aisyah Putri'),
      aResult(2, 'Umar Faruq', { result: 'failed', individual_note: 'Belum siap secara sosial.' }),
    ],
    ...changes,
  };
}

/** A student who waits. */
export function aStudent(last: number, name: string, changes: Partial<WaitingStudent> = {}): WaitingStudent {
  return {
    id: idOf(200 + last),
    child_id: idOf(300 + last),
    child: {
      full_name: name,
      nick_name: null,
      gender: 'female',
      parent_name: 'Laila Fitriani',
      name_from_account: null,
    },
    registration_number: `PSB-2026-SD-0000${last}`,
    jenjang: 'SD',
    kelas: '1',
    ...changes,
  };
}

/** A published result of an own child. */
export function anOwnResult(changes: Partial<OwnResult> = {}): OwnResult {
  return {
    id: idOf(101),
    announcement_id: idOf(1),
    title: 'Hasil Observasi SD Gelombang 1',
    content: 'Terima kasih telah mengikuti observasi.',
    observation_period: '16–20 November 2026',
    jenjang: 'SD',
    result: 'passed',
    individual_note: null,
    published_at: '2026-11-21T03:00:00.000Z',
    child: { full_name: 'Aisyah Putri Rahmawati', nick_name: 'Aisyah' },
    registration: { id: idOf(201), jenjang: 'SD', kelas: '1' },
    ...changes,
  };
}
