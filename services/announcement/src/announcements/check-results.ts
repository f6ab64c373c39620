import { violates, type Issue, Problem } from '@gerbang/service-kit/http/problems';
import type { ProblemCode } from '@gerbang/contracts/problem';
import type { Jenjang } from '@gerbang/domain/levels';
import type { Database, Db } from '@gerbang/service-kit/data/database';
import { checkEntries, type CheckedEntry, type Entry, LIVE_INDEX } from './announcements.repository.ts';

/** A refusal names this many children; the first ones are enough where there are thousands. */
export const ISSUES_MAX = 100;

/** Why entries are refused: which ones, with what, and the end of the sentence about each child. */
interface Refusal {
  readonly wrong: (entry: CheckedEntry) => boolean;
  readonly status: 409 | 422;
  readonly code: ProblemCode;
  readonly message: string;
  readonly issue: string;
}

const TAKEN: Refusal = {
  wrong: (entry) => entry.taken,
  status: 409,
  code: 'already_announced',
  message: 'Ada siswa yang sudah termasuk dalam pengumuman lain.',
  issue: 'sudah termasuk dalam pengumuman lain',
};

/** In the order in which they are checked. */
const refusals = (jenjang: Jenjang, entries: readonly Entry[]): readonly Refusal[] => [
  {
    wrong: (entry) => !entry.known || entry.belongs !== true,
    status: 422,
    code: 'results',
    message: 'Ada siswa yang datanya tidak cocok dengan pendaftarannya.',
    issue: 'tidak cocok dengan pendaftarannya',
  },
  {
    wrong: (entry) => entry.jenjang !== jenjang,
    status: 422,
    code: 'results',
    message: `Ada siswa yang tidak mendaftar ke jenjang ${jenjang}.`,
    issue: `tidak mendaftar ke jenjang ${jenjang}`,
  },
  {
    wrong: ({ at, limited }) => entries[at]?.result === 'waitlisted' && !limited,
    status: 422,
    code: 'results',
    message: 'Cadangan hanya ada di kelas yang kursinya dibatasi.',
    issue: 'tidak dapat menjadi cadangan karena kursi kelasnya tidak dibatasi',
  },
  {
    wrong: (entry) => entry.current_stage !== 'waiting_announcement' || entry.deleted === true,
    status: 409,
    code: 'not_waiting',
    message: 'Ada siswa yang tidak lagi menunggu pengumuman.',
    issue: 'tidak lagi menunggu pengumuman',
  },
  TAKEN,
];

function refuse(found: readonly CheckedEntry[], { wrong, status, code, message, issue }: Refusal): void {
  const issues: Issue[] = found.filter(wrong).map(({ at, child_name }) => ({
    path: `results.${at}.registration_id`,
    message: `${child_name ?? 'Siswa ini'} ${issue}`,
  }));
  if (issues.length > 0) throw new Problem(status, code, message, { issues: issues.slice(0, ISSUES_MAX) });
}

/**
 * 422 for entries whose ids do not belong together, whose level is another one or whose class has no waiting list, 409 for registrations that no longer
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
  for (const refusal of refusals(jenjang, entries)) refuse(found, refusal);
}

/** The entries that an announcement is to have. */
interface Wanted {
  readonly announcementId: string;
  readonly entries: readonly Entry[];
}

/** 409 with the children's names where another announcement holds some of the registrations. */
export async function refuseTakenEntries(db: Db, { announcementId, entries }: Wanted): Promise<void> {
  refuse(await checkEntries(db, announcementId, entries), TAKEN);
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
    if (!violates(error, LIVE_INDEX)) throw error;
    await refuseTakenEntries(database.knex, await wanted());
    // The other announcement has released them meanwhile.
    throw new Problem(TAKEN.status, TAKEN.code, TAKEN.message);
  }
}
