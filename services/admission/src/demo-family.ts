import { fileLink } from '@gerbang/contracts/files';
import { audit } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import sharp from 'sharp';
import { uuidv7 } from 'uuidv7';
import type { AccountCopy } from '@gerbang/service-kit/events/accounts';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { createChild } from './children/create-child.ts';
import type { Context } from './context.ts';
import type { ObjectStore } from '@gerbang/file-store/object-store';
import { changeParent } from './parents/change-parent.ts';
import { createRegistration } from './registrations/create-registration.ts';
import { payRegistration } from './registration-payments/pay-registration.ts';

/** Login phone of the demo parent: what auth's seed gives to wali@contoh.sch.id. */
const DEMO_PARENT_PHONE = '+6281110000001';
const MARK = 'demo.seeded';

const CHILDREN = [
  {
    full_name: 'Aisyah Putri Ramadhani',
    nick_name: 'Aisyah',
    gender: 'female' as const,
    birth_city: 'Jakarta',
    birth_date: '2019-05-14',
    nik: '9912345405190001',
    sibling_count: 1,
    blood_type: 'O' as const,
  },
  {
    full_name: 'Muhammad Fatih Ramadhani',
    nick_name: 'Fatih',
    gender: 'male' as const,
    birth_city: 'Depok',
    birth_date: '2021-09-02',
    nik: '9912340209210001',
    sibling_count: 1,
  },
];
const REGISTRATIONS = [
  { jenjang: 'SD' as const, kelas: '1', previous_school: 'TK Melati', uniform_size: 'S' as const },
  { jenjang: 'TK' as const, kelas: 'TK A', how_know_school: 'TEMAN_KELUARGA' as const },
];

/** The demo parent as auth's event has brought it; undefined before. */
export async function demoParent(db: Db): Promise<AccountCopy | undefined> {
  return db('accounts')
    .where({ phone: DEMO_PARENT_PHONE, role: 'wali_murid', active: true })
    .first<AccountCopy | undefined>();
}

/** A picture like the slip of a transfer, without personal data. */
async function slip(): Promise<Buffer> {
  const band = (top: number, width: number, height: number, background: string) => ({
    input: { create: { width, height, channels: 3 as const, background } },
    top,
    left: 40,
  });
  return sharp({ create: { width: 480, height: 640, channels: 3, background: '#ffffff' } })
    .composite([
      band(40, 400, 72, '#0f766e'),
      ...[160, 210, 260, 310].map((top, index) => band(top, 380 - index * 40, 18, '#cbd5e1')),
      band(400, 240, 36, '#0f172a'),
    ])
    .jpeg({ quality: 80 })
    .toBuffer();
}

/** Stores the picture of a transfer as an upload of this person; returns its link. */
export async function keepSlip(
  context: Context,
  store: ObjectStore,
  caller: Pick<Caller, 'id' | 'role'>,
): Promise<string> {
  const id = uuidv7();
  const bytes = await slip();
  await store.put(id, bytes);
  await context.database.knex('files').insert({
    id,
    uploader_id: caller.id,
    uploader_role: caller.role,
    purpose: 'payment_evidence',
    name: 'bukti-transfer.jpg',
    media_type: 'image/jpeg',
    size: bytes.length,
  });
  return fileLink(id);
}

/** Father and contact are there, the mother is half, the address is missing: the screens show what is left to do. */
const PROFILE = {
  father_name: 'Ahmad Ramadhani',
  father_alive_status: 'HIDUP',
  father_ktp: '9912341203880001',
  father_education: 'S1',
  father_job: 'Pegawai Swasta',
  father_phone: '+6281110000011',
  father_income: '10.000.000 - 20.000.000',
  mother_name: 'Rahma Aulia',
  mother_alive_status: 'HIDUP',
  mother_education: 'S1',
  mother_phone: DEMO_PARENT_PHONE,
  contact_phone: '+6281110000012',
} as const;

/**
 * Gives the demo parent a family to look at: half a profile, two children, one registration that waits for its fee and
 * one whose proof waits for the school. Done once: a deleted demo family does not come back. Every personal number begins with
 * 99, a region that does not exist. Returns whether anything was made.
 */
export async function seedDemoFamily(
  context: Context,
  store: ObjectStore,
  parent: AccountCopy,
): Promise<boolean> {
  const db = context.database.knex;
  if (await db('audit_events').where({ action: MARK, subject_id: parent.id }).first('id')) return false;
  const caller = (step: string): Caller => ({
    id: parent.id,
    role: parent.role,
    origin: { address: '127.0.0.1', requestId: 'demo' },
    ifMatch: undefined,
    // A seed that was cut short goes on where it stopped.
    idempotencyKey: `demo-${step}`,
  });
  const [year] = context.school.academic_years;
  if (year === undefined) throw new Error('the school has no open year');

  await changeParent(context, caller('profile'), PROFILE);
  const made = [];
  for (const [index, form] of CHILDREN.entries()) {
    const child = await createChild(context, caller(`child-${index}`), form);
    const level = REGISTRATIONS[index] ?? { jenjang: 'KB' as const };
    const body = { ...level, child_id: child.id, academic_year: year };
    made.push(await createRegistration(context, caller(`registration-${index}`), body));
  }
  const [, paid] = made;
  if (paid) {
    await payRegistration(context, caller('proof'), paid.id, {
      payment_status: 'paid',
      bank_name: 'Bank Contoh',
      bank_account_number: '9912345678',
      bank_account_owner: 'Ahmad Ramadhani',
      payment_evidence_url: await keepSlip(context, store, caller('proof')),
    });
  }
  await audit(db, { action: MARK, actor: null, subject: parent.id });
  return true;
}
