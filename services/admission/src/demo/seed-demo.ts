import { accountWith, type AccountCopy } from '@gerbang/service-kit/events/accounts';
import { fileLink } from '@gerbang/contracts/files';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { weekOf } from '@gerbang/domain/observation-slots';
import { addDays } from '@gerbang/domain/reports';
import type { Role } from '@gerbang/domain/roles';
import { audit } from '@gerbang/service-kit/audit/audit';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { ProgramError, type ProgramParts, waitFor } from '@gerbang/service-kit/program/programs';
import sharp from 'sharp';
import { uuidv7 } from 'uuidv7';
import { createChild } from '../children/create-child.ts';
import type { Config } from '../config.ts';
import { buildContext, type Context } from '../context.ts';
import { FEATURES } from '../features.ts';
import { insertFile } from '../files/files.repository.ts';
import { sheetOf } from '../observation-scores/scores.repository.ts';
import { writeScore } from '../observation-scores/write-score.ts';
import { chooseSlot } from '../observation-slots/choose-slot.ts';
import { createSlots } from '../observation-slots/create-slots.ts';
import { changeParent } from '../parents/change-parent.ts';
import { insertPrint } from '../proof-alerts/proof-prints.repository.ts';
import { payRegistration } from '../registration-payments/pay-registration.ts';
import { verifyPayment } from '../registration-payments/verify-payment.ts';
import { changeStage } from '../registration-stages/change-stage.ts';
import { createRegistration } from '../registrations/create-registration.ts';
import { allRubrics } from '../rubrics/rubrics.repository.ts';
import { bringRubricIntoForce } from '../rubrics/write-rubric.ts';
import {
  BOOKED,
  CHILDREN,
  DEMO_PARENT_PHONE,
  OBSERVED,
  ONLINE,
  PROFILE,
  SCORED,
  SLOTS,
  WAY,
} from './demo-family.ts';
import { seedLists } from './seed-lists.ts';
import { countStaff, isNoted, registrationOf, statesOf } from './demo.repository.ts';

/** Auth makes the staff beside the parent; the last of them comes last. */
const STAFF_COUNT = 7;
const DAY_MS = 86_400_000;

/** A person as the caller of a use case; by the key of the step a seed that was cut short goes on where it stopped. */
const as = ({ id, role }: AccountCopy, step: string): Caller => ({
  id,
  role,
  origin: { address: '127.0.0.1', requestId: 'demo' },
  ifMatch: undefined,
  idempotencyKey: `demo-${step}`,
});

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

/** Stores the picture of a transfer as an upload of this person; returns the file's id. */
export async function keepSlip(context: Context, uploader: Pick<Caller, 'id' | 'role'>): Promise<string> {
  const id = uuidv7();
  const bytes = await slip();
  await context.store.put(id, bytes);
  await insertFile(context.database.knex, {
    id,
    uploader_id: uploader.id,
    uploader_role: uploader.role,
    purpose: 'payment_evidence',
    name: 'bukti-transfer.jpg',
    media_type: 'image/jpeg',
    size: bytes.length,
    created_at: context.now(),
  });
  // Every demo proof is the same picture, and is not to be found again.
  await insertPrint(context.database.knex, id, { sha256: null, print: null });
  return id;
}

async function pay(context: Context, parent: AccountCopy, id: string): Promise<void> {
  await payRegistration(context, as(parent, 'proof'), id, {
    payment_status: 'paid',
    bank_name: 'Bank Contoh',
    bank_account_number: '9912345678',
    bank_account_owner: 'Ahmad Ramadhani',
    payment_evidence_url: fileLink(await keepSlip(context, parent)),
  });
}

/** Half a profile, two children, one registration that waits for its fee and one whose proof waits for the school. */
async function seedFamily(context: Context, parent: AccountCopy, academic_year: string): Promise<void> {
  await changeParent(context, as(parent, 'profile'), PROFILE);
  const made = [];
  for (const [index, { child, registration }] of CHILDREN.entries()) {
    const { id: child_id } = await createChild(context, as(parent, `child-${index}`), child);
    const body = { ...registration, child_id, academic_year };
    made.push(await createRegistration(context, as(parent, `registration-${index}`), body));
  }
  const [, paid] = made;
  if (paid) await pay(context, parent, paid.id);
}

async function staffOf({ database }: Context, role: Role): Promise<AccountCopy> {
  const account = await accountWith(database.knex, { role });
  if (!account) throw new Error(`The demo's ${role} has not come from auth.`);
  return account;
}

/** Registers one more child of the family; returns the id of its registration. */
async function register(
  context: Context,
  parent: AccountCopy,
  academic_year: string,
  [full_name, nick_name, gender, birth_date, jenjang, kelas]:
    | (typeof OBSERVED)[number]
    | typeof BOOKED
    | typeof ONLINE,
): Promise<string> {
  const key = nick_name.toLowerCase();
  const form = { full_name, nick_name, gender, birth_date, birth_city: 'Jakarta' };
  const child = await createChild(context, as(parent, `child-${key}`), form);
  const body = { child_id: child.id, jenjang, kelas, academic_year };
  return (await createRegistration(context, as(parent, `registration-${key}`), body)).id;
}

const verify = (context: Context, finance: AccountCopy, id: string) =>
  verifyPayment(context, as(finance, 'verify'), id, { payment_status: 'verified' });

/** Children who wait for their result, brought there by the people whose work it is. */
async function seedObserved(context: Context, parent: AccountCopy, academic_year: string): Promise<void> {
  const db = context.database.knex;
  const finance = await staffOf(context, 'finance');
  const teacher = await staffOf(context, 'staff_pendidikan');
  for (const one of OBSERVED) {
    const id = await register(context, parent, academic_year, one);
    for (;;) {
      const { payment_status, current_stage } = await statesOf(db, id);
      const next = WAY[current_stage];
      if (payment_status === 'pending') await pay(context, parent, id);
      else if (payment_status === 'paid') {
        await verify(context, finance, id);
      } else if (next === undefined) break;
      else {
        const content = jakartaDay(new Date(context.now().getTime() + DAY_MS));
        await changeStage(context, as(teacher, 'stage'), id, {
          current_stage: next,
          ...(next === 'obs_scheduled' && { content, observation_time: '09:00', observation_place: 'Aula' }),
        });
      }
    }
  }
}

/** Slots of the coming weeks, and a child whose family has chosen one of them. */
async function seedSlots(context: Context, parent: AccountCopy, academic_year: string): Promise<void> {
  const [finance, teacher] = [await staffOf(context, 'finance'), await staffOf(context, 'staff_pendidikan')];
  const id = await register(context, parent, academic_year, BOOKED);
  const { payment_status } = await statesOf(context.database.knex, id);
  if (payment_status === 'pending') await pay(context, parent, id);
  if (payment_status !== 'verified') await verify(context, finance, id);
  const { weeks, days, hours, minutes, place } = SLOTS;
  const today = jakartaDay(context.now());
  const starts = weeks.flatMap((week) =>
    days.flatMap((n) =>
      hours.map((hour) => new Date(`${weekOf(addDays(today, 7 * week))[n]}T${hour}:00+07:00`)),
    ),
  );
  const slots = starts.map((start) => ({
    academic_year,
    jenjang: BOOKED[4],
    starts_at: start.toISOString(),
    ends_at: new Date(start.getTime() + minutes * 60_000).toISOString(),
    place,
    capacity: 2,
    published: true,
    instructions: 'Bawa sepatu dan bekal.',
    assessors: [teacher.id],
  }));
  const [first] = await createSlots(context, as(teacher, 'slots'), { slots });
  if (!first) throw new Error('No slot was made');
  await chooseSlot(context, as(parent, 'slot'), id, { slot_id: first.id, attendees: 'both', needs: null });
}

/** A rubric in force, and what the head wrote on its sheet about a child whose result is a draft. */
async function seedSheet(context: Context, parent: AccountCopy): Promise<void> {
  const db = context.database.knex;
  const head = await staffOf(context, 'manager_pendidikan');
  const { nick_name, jenjang, step, notes } = SCORED;
  const rubrics = (await allRubrics(db)).filter((one) => one.jenjang === jenjang);
  const draft = rubrics.find(({ status }) => status === 'draft');
  const isActive = rubrics.some(({ status }) => status === 'active');
  if (draft && !isActive) await bringRubricIntoForce(context, as(head, 'rubric'), draft.id, {});
  const scores = Object.fromEntries((draft ?? rubrics[0])?.items.map(({ key }) => [key, step]) ?? []);
  const id = await registrationOf(db, parent.id, nick_name);
  if (await sheetOf(db, id, head.id)) return;
  const sheet = { scores, recommendation: 'disarankan', notes, status: 'submitted' } as const;
  await writeScore(context, as(head, 'sheet'), id, sheet);
}

/** Gives the demo parent a family, after auth's seed. Each part is made once: a deleted one does not come back. */
export async function seed({ config, database, log, say }: ProgramParts<Config>): Promise<void> {
  const db = database.knex;
  // The account is auth's and comes by its event.
  const parent = await waitFor(async () =>
    (await countStaff(db)) >= STAFF_COUNT
      ? accountWith(db, { role: 'wali_murid', phone: DEMO_PARENT_PHONE })
      : undefined,
  );
  if (!parent) throw new ProgramError('The demo accounts have not come from auth.');
  const context = buildContext(config, database, log, FEATURES);
  // The service that starts beside this program writes the first version, and opens its years.
  const begun = await waitFor(async () => {
    await context.school.look();
    return context.school.held.version >= 0 ? true : undefined;
  });
  if (!begun) throw new ProgramError('The school has no settings.');
  const [year] = context.school.settings.academic_years;
  if (year === undefined) throw new Error('the school has no open year');
  const once = async (action: string, make: typeof seedFamily): Promise<boolean> => {
    if (await isNoted(db, action, parent.id)) return false;
    await make(context, parent, year);
    await audit(db, { action, actor: null, subject: parent.id });
    return true;
  };
  const made = await once('demo.seeded', seedFamily);
  await once('demo.observed', async (parts, family, open) => {
    await seedObserved(parts, family, open);
    await seedSlots(parts, family, open);
    await seedSheet(parts, family);
  });
  await once('demo.lists', async (parts, _family, open) => {
    const [head, clerk] = [await staffOf(parts, 'manager_pendidikan'), await staffOf(parts, 'staff_tu')];
    await seedLists(parts, { head, clerk }, open);
  });
  if (config.PAY_PROVIDER === 'snap') {
    await once('demo.online', async (...parts) => void (await register(...parts, ONLINE)));
  }
  say(made ? 'demo family made' : 'the demo family is there');
}
