import {
  createAnnouncement,
  publishAnnouncement,
  reviewAnnouncement,
  submitAnnouncement,
} from '@gerbang/contracts/announcements';
import type { Announcement } from '@gerbang/contracts/announcement-shapes';
import type { Endpoint } from '@gerbang/contracts/endpoint';
import type { EventPayload } from '@gerbang/contracts/events';
import type { AnnouncementStatus } from '@gerbang/domain/announcements';
import { uuidv7 } from 'uuidv7';
import { eventHandlers, eventBatches } from '../src/events/handlers.ts';
import { type Caller, type Door, openDoor } from './door.ts';

export type Changed = EventPayload<'registration.changed'>;

let counter = 0;

/** A registration of admission's event; it waits for its result unless `change` says otherwise. */
export function registration(change: Partial<Changed> = {}): Changed {
  counter += 1;
  const number = String(counter).padStart(5, '0');
  return {
    id: uuidv7(),
    version: 1,
    deleted: false,
    user_id: uuidv7(),
    parent_id: uuidv7(),
    child_id: uuidv7(),
    child_name: `Anak ${number}`,
    child_nick_name: null,
    child_gender: 'female',
    father_name: 'Bapak',
    mother_name: 'Ibu',
    father_phone: null,
    mother_phone: null,
    contact_phone: null,
    login_phone: null,
    registration_number: `PSB-2026-SD-${number}`,
    jenjang: 'SD',
    kelas: '1',
    academic_year: '2026/2027',
    current_stage: 'waiting_announcement',
    payment_status: 'verified',
    payment_amount: 350_000,
    payment_proof_at: null,
    payment_proof_id: null,
    payment_verified_at: null,
    seat: null,
    documents_complete: { observation: true, re_enrolment: true },
    family_id: null,
    ...change,
  };
}

const META = { id: 'unused', version: 1, requestId: undefined };

/** What admission's event does here. */
export async function tell(door: Door, changed: Changed): Promise<void> {
  await door.database.transaction(async (trx) => {
    await eventBatches()['registration.changed']?.(trx, [{ payload: changed, meta: META }]);
  });
}

/** What admission's report of a result that it could not apply does here. */
export async function reportSkipped(door: Door, skipped: EventPayload<'result.skipped'>): Promise<void> {
  await door.database.transaction(async (trx) => {
    await eventHandlers(door.context)['result.skipped']?.(trx, skipped, META);
  });
}

/** Registrations that wait, known here. */
export async function waiting(door: Door, count: number, change: Partial<Changed> = {}): Promise<Changed[]> {
  const made = Array.from({ length: count }, () => registration(change));
  for (const one of made) await tell(door, one);
  return made;
}

/** The entry of an examined result as a screen sends it. */
export function entry(of: Changed, change: Record<string, unknown> = {}): Record<string, unknown> {
  return { child_id: of.child_id, registration_id: of.id, result: 'passed', checked: true, ...change };
}

/** The form of an announcement as a screen sends it. */
export function form(
  students: readonly Changed[],
  change: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    title: 'Hasil Observasi Gelombang 1',
    content: 'Alhamdulillah, berikut hasil observasi.',
    observation_period: 'November 2026',
    jenjang: 'SD',
    results: students.map((one) => entry(one)),
    ...change,
  };
}

/** Who works on announcements in the tests. */
export async function staffOf(door: Door) {
  return {
    author: await door.caller('staff_pendidikan', 'Sri Wahyuni'),
    manager: await door.caller('manager_pendidikan', 'Hendra Gunawan'),
    admin: await door.caller('admin', 'Dewi Lestari'),
  };
}
export type Staff = Awaited<ReturnType<typeof staffOf>>;

/** A suite's service and its staff. */
export function useStaff(onOpen: (desk: { readonly door: Door; readonly staff: Staff }) => void): void {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
    onOpen({ door, staff: await staffOf(door) });
  });
  afterAll(() => door.close());
}

/** Calls an action of an announcement; returns the announcement. */
export async function step(
  door: Door,
  call: Endpoint,
  who: Caller,
  announcement: string,
  body?: unknown,
): Promise<Announcement> {
  const answer = await door.call(call, who, { params: { id: announcement }, body });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json();
}

/** An announcement in this state, brought there by the calls. */
export async function inStatus(
  door: Door,
  staff: Staff,
  status: AnnouncementStatus,
  students: readonly Changed[],
  change: Record<string, unknown> = {},
): Promise<Announcement> {
  const made = await door.call(createAnnouncement, staff.author, { body: form(students, change) });
  if (made.statusCode !== 201) throw new Error(made.body);
  const { id } = made.json() as Announcement;
  if (status === 'draft') return made.json();
  const submitted = await step(door, submitAnnouncement, staff.author, id);
  if (status === 'pending_review') return submitted;
  const reviewed = await step(door, reviewAnnouncement, staff.manager, id, {
    status: status === 'rejected' ? 'rejected' : 'approved',
    review_notes: 'Catatan',
  });
  return status === 'published' ? step(door, publishAnnouncement, staff.manager, id) : reviewed;
}

/** The results that were published and wait for the relay, opened. */
export async function publishedEvents(door: Door, announcementId?: string) {
  const rows = await door.db('outbox_events').where({ type: 'results.published' }).orderBy('id');
  const opened = rows.map((row) =>
    door.context.sealer.open(row.sealed, `event:${row.type}:${row.id}`),
  ) as EventPayload<'results.published'>[];
  const each = opened.flatMap(({ results, ...publication }) =>
    results.map((one) => ({ ...publication, ...one })),
  );
  return each.filter((one) => announcementId === undefined || one.announcement_id === announcementId);
}

/** What a change could have written, to be compared. */
export async function traces(door: Door, id: string) {
  const count = async (table: string) =>
    Number((await door.db(table).count<{ n: number }[]>('* as n'))[0]?.n ?? 0);
  return {
    row: await door.db('announcements').where({ id }).first(),
    results: await door.db('announcement_results').where({ announcement_id: id }).orderBy('id'),
    audit: await count('audit_events'),
    outbox: await count('outbox_events'),
  };
}

/** The status codes of responses, sorted. */
export function statuses(answers: readonly { statusCode: number }[]): number[] {
  return answers.map((answer) => answer.statusCode).sort((one, two) => one - two);
}
