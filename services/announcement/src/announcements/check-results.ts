import type { ProblemCode } from '@gerbang/contracts/problem';
import type { Jenjang } from '@gerbang/domain/levels';
import type { Database, Db } from '@gerbang/service-kit/data/database';
import { type Issue, Problem } from '@gerbang/service-kit/http/problems';
import { checkEntries, type CheckedEntry, type Entry, LIVE_INDEX } from './announcements.repository.ts';

/** A refusal names this many children; the first ones are enough where there are thousands. */
const ISSUES_MAX = 100;

function refuse(
  found: readonly CheckedEntry[],
  wrong: (entry: CheckedEntry) => boolean,
  status: 409 | 422,
  code: ProblemCode,
  message: string,
  issueOf: (name: string) => string,
): void {
  const issues: Issue[] = found.filter(wrong).map(({ at, child_name }) => ({
    path: `results.${at}.registration_id`,
    message: issueOf(child_name ?? 'Siswa ini'),
  }));
  if (issues.length > 0) throw new Problem(status, code, message, { issues: issues.slice(0, ISSUES_MAX) });
}

function refuseTaken(found: readonly CheckedEntry[]): void {
  refuse(
    found,
    (entry) => entry.taken,
    409,
    'already_announced',
    'Ada siswa yang sudah termasuk dalam pengumuman lain.',
    (name) => `${name} sudah termasuk dalam pengumuman lain`,
  );
}

/**
 * 422 for entries whose ids do not belong together or whose level is another one, 409 for registrations that no longer
 * wait or that another announcement holds. Each refusal names the children.
 */
export async function refuseEntries(
  db: Db,
  announcementId: string,
  jenjang: Jenjang,
  entries: readonly Entry[],
): Promise<void> {
  if (entries.length === 0) return;
  const found = await checkEntries(db, announcementId, entries);
  refuse(
    found,
    (entry) => !entry.known || entry.belongs !== true,
    422,
    'results',
    'Ada siswa yang datanya tidak cocok dengan pendaftarannya.',
    (name) => `${name} tidak cocok dengan pendaftarannya`,
  );
  refuse(
    found,
    (entry) => entry.jenjang !== jenjang,
    422,
    'results',
    `Ada siswa yang tidak mendaftar ke jenjang ${jenjang}.`,
    (name) => `${name} tidak mendaftar ke jenjang ${jenjang}`,
  );
  refuse(
    found,
    (entry) => entry.current_stage !== 'waiting_announcement' || entry.deleted === true,
    409,
    'not_waiting',
    'Ada siswa yang tidak lagi menunggu pengumuman.',
    (name) => `${name} tidak lagi menunggu pengumuman`,
  );
  refuseTaken(found);
}

/** The entries that an announcement is to have. */
interface Wanted {
  readonly announcementId: string;
  readonly entries: readonly Entry[];
}

/** 409 with the children's names where another announcement holds some of the registrations. */
export async function refuseTakenEntries(db: Db, { announcementId, entries }: Wanted): Promise<void> {
  refuseTaken(await checkEntries(db, announcementId, entries));
}

/** Runs a write; 409 with the children's names where a simultaneous call took some of the registrations first. */
export async function orAlreadyAnnounced<T>(
  database: Database,
  wanted: () => Promise<Wanted>,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown };
    if (code !== '23505' || constraint !== LIVE_INDEX) throw error;
    await refuseTakenEntries(database.knex, await wanted());
    // The other announcement has released them meanwhile.
    throw new Problem(409, 'already_announced', 'Ada siswa yang sudah termasuk dalam pengumuman lain.');
  }
}
