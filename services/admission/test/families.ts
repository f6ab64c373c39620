import { createRegistration, type Registration } from '@gerbang/contracts/registrations';
import { createChild, type Child } from '@gerbang/contracts/children';
import { fileLink } from '@gerbang/contracts/files';
import { uuidv7 } from 'uuidv7';
import type { Caller, Door } from './door.ts';

export const YEAR = '2026/2027';

let counter = 0;

/** A NIK that belongs to no person: region 99, never the same twice. */
export function someNik(): string {
  counter += 1;
  return `991234010519${String(counter).padStart(4, '0')}`;
}

/** The form of a child as a screen sends it. */
export function childForm(change: Record<string, unknown> = {}): Record<string, unknown> {
  const same_child_known = true; // Most tests give a family several children of one name.
  return {
    full_name: 'Aisyah Putri',
    birth_city: 'Jakarta',
    birth_date: '2019-05-01',
    same_child_known,
    ...change,
  };
}

/** A child of this family, made by the call. */
export async function makeChild(
  door: Door,
  caller: Caller,
  change: Record<string, unknown> = {},
): Promise<Child> {
  const answer = await door.call(createChild, caller, { body: childForm(change) });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json();
}

/** Gives a child names that no form takes any more; older rows have such names. */
export async function writeOldNames(
  door: Door,
  child: Child,
  names: { readonly full_name?: string; readonly nick_name?: string | null },
): Promise<void> {
  await door.db('children').where({ id: child.id }).update(names);
}

/** The form of a registration as a screen sends it. */
export function registrationForm(
  childId: string,
  change: Record<string, unknown> = {},
): Record<string, unknown> {
  return { child_id: childId, jenjang: 'SD', kelas: '1', academic_year: YEAR, ...change };
}

/** A registration of a new child of this family, made by the calls. */
export async function makeRegistration(
  door: Door,
  caller: Caller,
  change: Record<string, unknown> = {},
  child?: Child,
): Promise<Registration> {
  const { id } = child ?? (await makeChild(door, caller));
  const answer = await door.call(createRegistration, caller, { body: registrationForm(id, change) });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json();
}

/** The link of an upload of this caller: its row is all that a record needs. */
export async function upload(
  door: Door,
  caller: Caller,
  change: Record<string, unknown> = {},
): Promise<string> {
  const id = uuidv7();
  await door.db('files').insert({
    id,
    uploader_id: caller.id,
    uploader_role: caller.role,
    purpose: 'payment_evidence',
    name: 'bukti.jpg',
    media_type: 'image/jpeg',
    size: 1234,
    ...change,
  });
  return fileLink(id);
}

export const BANK = {
  bank_name: 'Bank Contoh',
  bank_account_number: '7009322722',
  bank_account_owner: 'Rahma Aulia',
};

/** The body of a proof. */
export function proofForm(link: string, change: Record<string, unknown> = {}): Record<string, unknown> {
  return { ...BANK, payment_evidence_url: link, payment_status: 'paid', ...change };
}

/** What staff would have written: the states that a family cannot reach by itself. */
export async function setState(door: Door, id: string, state: Record<string, unknown>): Promise<void> {
  const verified = state.payment_status === 'verified';
  await door
    .db('registrations')
    .where({ id })
    .update({
      ...state,
      ...(verified && {
        payment_verified_at: new Date('2026-11-20T03:00:00Z'),
        payment_verified_by: uuidv7(),
        payment_verified_by_name: 'Budi Santoso',
        payment_verified_by_role: 'finance',
      }),
    });
}

/** Every published event of a kind since the given length of the record. */
export function publishedSince(door: Door, from: number, type: string) {
  return door.published
    .slice(from)
    .filter((one) => one.type === type)
    .map((one) => one.payload);
}

/** The statuses of responses, sorted. */
export function statuses(answers: readonly { statusCode: number }[]): number[] {
  return answers.map((answer) => answer.statusCode).sort((one, two) => one - two);
}
