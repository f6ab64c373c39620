import { randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import type { Call, Client } from './client.ts';
import { type Account, newPerson, type Person, signUp, uniqueWord } from './people.ts';
import { until } from './until.ts';

/** One transparent pixel: the smallest picture that the uploads accept. */
const PIXEL: Buffer = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Such a picture with a remark of its own: a slip that came before would hold the payments of both. */
export function newPicture(): Buffer {
  const remark = Buffer.from(`tEXtid\0${randomUUID()}`);
  const chunk = Buffer.alloc(remark.length + 8);
  chunk.writeUInt32BE(remark.length - 4);
  chunk.set(remark, 4);
  chunk.writeUInt32BE(crc32(remark), remark.length + 4);
  const end = PIXEL.length - 12;
  return Buffer.concat([PIXEL.subarray(0, end), chunk, PIXEL.subarray(end)]);
}

export const PROFILE = {
  father_name: 'Ahmad Fauzi Ramadhani',
  father_alive_status: 'HIDUP',
  father_ktp: '9912341203880001',
  father_education: 'S1',
  father_job: 'Pegawai Swasta',
  father_phone: '081210000011',
  father_income: '10.000.000 - 20.000.000',
  mother_name: 'Rahma Aulia',
  mother_alive_status: 'HIDUP',
  address: 'Jl. Melati No. 12 RT 03 RW 05',
} as const;

export const BANK = {
  bank_name: 'Bank Contoh',
  bank_account_number: '1234567890',
  bank_account_owner: 'Ahmad Fauzi Ramadhani',
} as const;

const DAY_MS = 86_400_000;

/** A day by the calendar of Jakarta, `YYYY-MM-DD`; today unless days are added. */
export const jakartaDate = (daysAhead = 0) => jakartaDay(new Date(Date.now() + daysAhead * DAY_MS));

export interface School {
  readonly academic_years: readonly string[];
  readonly levels: readonly { readonly jenjang: string; readonly classes: readonly string[] }[];
}

/** The open academic years and the levels with their classes. */
export const schoolOf = (call: Call) => call<School>('GET', '/api/config');

export interface Registered {
  /** Id of the registration. */
  readonly id: string;
  readonly childId: string;
  /** Name of the child. */
  readonly child: string;
  readonly jenjang: string;
}

/** The body of a registration: the first class of the level, the first open year. */
export function registrationBody(school: School, childId: string, jenjang = 'SD') {
  const level = school.levels.find((one) => one.jenjang === jenjang);
  return {
    child_id: childId,
    jenjang,
    kelas: level?.classes[0] ?? null,
    academic_year: school.academic_years[0] ?? '',
    previous_school: 'TK Melati',
    how_know_school: 'TEMAN_KELUARGA',
  };
}

/** Adds a child to the family that calls and returns its id. */
export async function addChild(call: Call, full_name = 'Aisyah Putri'): Promise<string> {
  const child = { full_name, birth_city: 'Bogor', birth_date: '2019-05-14', same_child_known: true };
  return (await call('POST', '/api/children', child)).id;
}

/** Adds a child and registers it. */
export async function registerChild(call: Call, child = 'Aisyah Putri', jenjang = 'SD'): Promise<Registered> {
  const childId = await addChild(call, child);
  const body = registrationBody(await schoolOf(call), childId, jenjang);
  const { id } = await call('POST', '/api/registrations', body);
  return { id, childId, child, jenjang };
}

/** Uploads a picture of a transfer and returns its link, `/api/files/…`. */
export async function uploadProof(call: Call, picture = newPicture()): Promise<string> {
  return (await call<{ fileUrl: string }>('POST', '/api/payment-evidence/upload', picture)).fileUrl;
}

/** Sends the family's proof of the registration fee, which then waits for finance; returns the link of the proof. */
export async function sendFeeProof(
  call: Call,
  { id }: Pick<Registered, 'id'>,
  picture = newPicture(),
): Promise<string> {
  const payment_evidence_url = await uploadProof(call, picture);
  const body = { ...BANK, payment_status: 'paid', payment_evidence_url };
  await call('PUT', `/api/registrations/${id}/payment`, body);
  return payment_evidence_url;
}

/** A child that is registered, with a proof of its fee that waits for finance. */
export async function registerPaid(call: Call, child?: string, picture?: Buffer): Promise<Registered> {
  const registered = await registerChild(call, child);
  await sendFeeProof(call, registered, picture);
  return registered;
}

export interface PaidFamily {
  readonly parent: Account & Person;
  /** In the order of the names. */
  readonly made: readonly Registered[];
}

/** A new family with a registration for each name, each with a proof that waits for finance. */
export async function paidFamily(
  client: Client,
  children: readonly string[],
  {
    name = 'Rahma Aulia',
    profile,
    picture,
  }: { readonly name?: string; readonly profile?: object; readonly picture?: Buffer } = {},
): Promise<PaidFamily> {
  const parent = await signUp(client, newPerson(name));
  if (profile) await parent.call('PATCH', '/api/parent', profile);
  const made: Registered[] = [];
  for (const child of children) made.push(await registerPaid(parent.call, child, picture));
  return { parent, made };
}

/** The decision of finance about the registration fee. */
export const decideFee = (
  finance: Call,
  { id }: Pick<Registered, 'id'>,
  payment_status: 'verified' | 'rejected',
) =>
  finance('PUT', `/api/admin/registrations/${id}/verify-payment`, {
    payment_status,
    ...(payment_status === 'rejected' && { rejection_reason: 'Jumlah transfer belum sesuai.' }),
  });

/** Moves a registration to a stage: `{ current_stage, content?, … }`. */
export const changeStage = (staff: Call, { id }: Pick<Registered, 'id'>, stage: object) =>
  staff('PUT', `/api/admin/registrations/${id}/stage`, stage);

/** Leads a paid registration from the verified fee to the wait for its announcement. */
export async function observe(
  registered: Pick<Registered, 'id'>,
  { finance, staff }: { readonly finance: Call; readonly staff: Call },
): Promise<void> {
  await decideFee(finance, registered, 'verified');
  await changeStage(staff, registered, { current_stage: 'obs_scheduled', content: jakartaDate(1) });
  await changeStage(staff, registered, { current_stage: 'obs_attended' });
  await changeStage(staff, registered, { current_stage: 'waiting_announcement' });
}

/** Waits until the announcement service lists the registration among those that wait for a result. */
export function waitsForAnnouncement(staff: Call, { id, jenjang }: Pick<Registered, 'id' | 'jenjang'>) {
  return until(`The waiting student of ${id}`, async () => {
    const path = `/api/admin/announcements/students-waiting/${jenjang}`;
    return (await staff<{ id: string }[]>('GET', path)).find((student) => student.id === id);
  });
}

/** Writes that the child has passed and has it approved, ready to be published; returns the announcement's id. */
export async function approvePassed(
  registered: Registered,
  { staff, manager }: { readonly staff: Call; readonly manager: Call },
): Promise<string> {
  await waitsForAnnouncement(staff, registered);
  const { id } = await staff<{ id: string }>('POST', '/api/admin/announcements', {
    title: `Hasil observasi ${registered.child}`,
    content: 'Terima kasih telah mengikuti observasi.',
    observation_period: 'November 2026',
    jenjang: registered.jenjang,
    results: [
      { child_id: registered.childId, registration_id: registered.id, result: 'passed', checked: true },
    ],
  });
  const path = `/api/admin/announcements/${id}`;
  await staff('PUT', `${path}/submit`);
  await manager('PUT', `${path}/review`, { status: 'approved' });
  return id;
}

/** Announces that the child has passed and waits until admission and billing know it; returns the announcement's id. */
export async function announcePassed(
  family: Call,
  registered: Registered,
  people: { readonly staff: Call; readonly manager: Call },
): Promise<string> {
  const id = await approvePassed(registered, people);
  await people.manager('POST', `/api/admin/announcements/${id}/publish`);
  await until(`The result of ${registered.id} in admission`, async () => {
    const found = await family<{ current_stage: string }>('GET', `/api/registrations/${registered.id}`);
    return found.current_stage === 'passed';
  });
  await until(`The result of ${registered.id} in billing`, async () => {
    const { billing } = await family<{
      billing: { parent: { to_confirm: { registration_id: string }[] } | null } | null;
    }>('GET', '/api/dashboard');
    return billing?.parent?.to_confirm.some((one) => one.registration_id === registered.id);
  });
  return id;
}

export interface Accepted extends Registered {
  readonly parent: Account & Person;
}

/** A new family whose child was observed and accepted by a published announcement. */
export async function acceptedFamily(
  client: Client,
  { admin, manager }: { readonly admin: Call; readonly manager: Call },
  child = `Anak ${uniqueWord()}`,
): Promise<Accepted> {
  const { parent, made } = await paidFamily(client, [child]);
  const registered = made[0] as Registered;
  await observe(registered, { finance: admin, staff: admin });
  await announcePassed(parent.call, registered, { staff: admin, manager });
  return { ...registered, parent };
}
