import { openOnly } from '../src/registration-record/academic-years.repository.ts';
import type { School } from '@gerbang/contracts/school';
import { activateDraft, discardDraft, getSchool, saveDraft } from '@gerbang/contracts/school-versions';
import type { Jenjang } from '@gerbang/domain/levels';
import { randomUUID } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { type Caller, type Door, openDoor } from './door.ts';

/** One person of each role that has to do with the set-up, and a second admin. */
export async function schoolStaff(door: Door) {
  return {
    finance: await door.caller('finance', 'Budi'),
    it: await door.caller('it', 'Sari'),
    admin: await door.caller('admin', 'Wati'),
    other: await door.caller('admin', 'Joko'),
    manager: await door.caller('manager_pendidikan', 'Kepala'),
  };
}
export type SchoolStaff = Awaited<ReturnType<typeof schoolStaff>>;

interface Desk {
  readonly door: Door;
  readonly staff: SchoolStaff;
}

/** A suite's service with that staff; a draft goes after each test. */
export function useSchool(onOpen: (desk: Desk) => void): void {
  let desk: Desk;
  beforeAll(async () => {
    const door = await openDoor();
    desk = { door, staff: await schoolStaff(door) };
    onOpen(desk);
  });
  afterEach(async () => {
    await desk.door.call(discardDraft, desk.staff.admin);
  });
  afterAll(() => desk.door.close());
}

/** Each test's own service with that staff, at this time. */
export function useSchoolAt(now: Date, onOpen: (desk: Desk) => void): void {
  let door: Door;
  beforeEach(async () => {
    door = await openDoor();
    onOpen({ door, staff: await schoolStaff(door) });
    door.setClock(now);
  });
  afterEach(() => door.close());
}

/** What S01 answers. */
export async function schoolNow(door: Door, caller: Caller) {
  const answer = await door.call(getSchool, caller);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json();
}

/** The settings in force. */
export const settingsOf = (door: Door): School => structuredClone(door.context.school.settings);

/** The settings with another fee of a level. */
export function withFee(settings: School, jenjang: Jenjang, fee: number): School {
  return {
    ...settings,
    levels: settings.levels.map((level) => (level.jenjang === jenjang ? { ...level, fee } : level)),
  };
}

/** The settings with the only account closed and another one in its place. */
export function withAccount(settings: School, key: string, account_number: string): School {
  const [first] = settings.accounts;
  if (!first) throw new Error('the school has no account');
  const closed = settings.accounts.map((account) => ({ ...account, closed: true }));
  return { ...settings, accounts: [...closed, { ...first, key, account_number, closed: false }] };
}

/** Writes a version past the calls, in place of the one in force or of the draft; returns its id. */
export async function writeVersion(
  { db }: Door,
  status: 'draft' | 'active',
  settings: School,
): Promise<string> {
  const present = db('school_versions').where({ status });
  await (status === 'draft'
    ? present.delete()
    : present.update({ status: 'retired', retired_at: new Date() }));
  const { max } = (await db('school_versions').max('version').first()) as { max: number | null };
  const id = uuidv7();
  await db('school_versions').insert({
    id,
    version: (max ?? 0) + 1,
    settings: JSON.stringify(settings),
    status,
    note: 'Uji',
    edited_by: '[]',
    activated_at: status === 'active' ? new Date() : null,
  });
  if (status === 'active') await openOnly(db, settings.academic_years, { at: new Date(), by: null });
  return id;
}

/** Saves the draft; `row_version` is that of a draft which is there. */
export const save = (door: Door, caller: Caller, settings: School, row_version?: number) =>
  door.call(saveDraft, caller, { body: { settings, ...(row_version !== undefined && { row_version }) } });

/** Activates the draft under a key of its own. */
export const activate = (
  door: Door,
  caller: Caller,
  row_version: number,
  key: string = randomUUID(),
  headers: Record<string, string> = {},
) =>
  door.call(activateDraft, caller, {
    body: { row_version, note: 'Tahun ajaran baru' },
    headers: { ...headers, 'idempotency-key': key },
  });

/** Saves and activates settings as two people. */
export async function bring(door: Door, editor: Caller, activator: Caller, settings: School) {
  const draft = await save(door, editor, settings);
  if (draft.statusCode !== 200) throw new Error(draft.body);
  const answer = await activate(door, activator, draft.json().row_version);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json();
}
