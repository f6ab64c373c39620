import type { ProblemCode } from '@gerbang/contracts/problem';
import type { Jenjang } from '@gerbang/domain/levels';
import type { Stage } from '@gerbang/domain/registration-stages';
import type { Database, Db } from '@gerbang/service-kit/data/database';
import { type Issue, Problem } from '@gerbang/service-kit/http/problems';
import type { Entry } from './announcements.repository.ts';

/** Rows of an answer that name what is wrong; with thousands the first ones tell enough. */
const ISSUES_MAX = 100;

interface Found {
  readonly at: number;
  readonly known: boolean;
  readonly belongs: boolean | null;
  readonly jenjang: Jenjang | null;
  readonly current_stage: Stage | null;
  readonly deleted: boolean | null;
  readonly child_name: string | null;
  readonly taken: boolean;
}

/** Each entry beside what is known of its registration, and whether another announcement has it. */
async function look(db: Db, announcementId: string, entries: readonly Entry[]): Promise<Found[]> {
  const { rows } = await db.raw(
    `select (e.place - 1)::integer as at, r.id is not null as known, r.child_id = e.child_id as belongs, r.jenjang,
       r.current_stage, r.deleted, r.child_name, other.id is not null as taken
     from unnest(?::uuid[], ?::uuid[]) with ordinality as e(registration_id, child_id, place)
     left join registrations r on r.id = e.registration_id
     left join announcement_results other
       on other.registration_id = e.registration_id and other.live and other.announcement_id <> ?
     order by e.place`,
    [entries.map((one) => one.registration_id), entries.map((one) => one.child_id), announcementId],
  );
  return rows as Found[];
}

function refuse(
  found: readonly Found[],
  wrong: (one: Found) => boolean,
  status: 409 | 422,
  code: ProblemCode,
  message: string,
  tell: (name: string) => string,
): void {
  const issues: Issue[] = found.filter(wrong).map(({ at, child_name }) => ({
    path: `results.${at}.registration_id`,
    message: tell(child_name ?? 'Siswa ini'),
  }));
  if (issues.length > 0) throw new Problem(status, code, message, { issues: issues.slice(0, ISSUES_MAX) });
}

function refuseTaken(found: readonly Found[]): void {
  refuse(
    found,
    (one) => one.taken,
    409,
    'already_announced',
    'Ada siswa yang sudah termasuk dalam pengumuman lain.',
    (name) => `${name} sudah termasuk dalam pengumuman lain`,
  );
}

/**
 * Checks what staff wrote (authorization row N03): 422 for ids that do not belong together and for another level, 409
 * for who no longer waits and for who is in another announcement that counts. Each answer names the children.
 */
export async function refuseEntries(
  db: Db,
  announcementId: string,
  jenjang: Jenjang,
  entries: readonly Entry[],
): Promise<void> {
  if (entries.length === 0) return;
  const found = await look(db, announcementId, entries);
  refuse(
    found,
    (one) => !one.known || one.belongs !== true,
    422,
    'results',
    'Ada siswa yang datanya tidak cocok dengan pendaftarannya.',
    (name) => `${name} tidak cocok dengan pendaftarannya`,
  );
  refuse(
    found,
    (one) => one.jenjang !== jenjang,
    422,
    'results',
    `Ada siswa yang tidak mendaftar ke jenjang ${jenjang}.`,
    (name) => `${name} tidak mendaftar ke jenjang ${jenjang}`,
  );
  refuse(
    found,
    (one) => one.current_stage !== 'waiting_announcement' || one.deleted === true,
    409,
    'not_waiting',
    'Ada siswa yang tidak lagi menunggu pengumuman.',
    (name) => `${name} tidak lagi menunggu pengumuman`,
  );
  refuseTaken(found);
}

/** The registrations that an announcement wants. */
interface Wanted {
  readonly announcementId: string;
  readonly entries: readonly Entry[];
}

/** 409 with the names where another announcement that counts has some of them. */
export async function refuseTakenEntries(db: Db, { announcementId, entries }: Wanted): Promise<void> {
  refuseTaken(await look(db, announcementId, entries));
}

/**
 * Runs a write; when the index that lets a registration be in one live announcement only refuses it, because somebody
 * else was faster, the answer is the 409 that names the children (decisions, Announcements).
 */
export async function orAlreadyAnnounced<T>(
  database: Database,
  wanted: () => Promise<Wanted>,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown };
    if (code !== '23505' || constraint !== 'announcement_results_live') throw error;
    await refuseTakenEntries(database.knex, await wanted());
    // Who took them has let go again already.
    throw new Problem(409, 'already_announced', 'Ada siswa yang sudah termasuk dalam pengumuman lain.');
  }
}
