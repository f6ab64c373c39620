import type { ImportRow } from '@gerbang/contracts/import-shapes';
import { dayText } from '@gerbang/domain/date-text';
import { IMPORT_SOURCE_LABELS, type ImportSource } from '@gerbang/domain/imports';
import { registrationNumber } from '@gerbang/domain/levels';
import { decideWave, owedFee } from '@gerbang/domain/waves';
import type { Role } from '@gerbang/domain/roles';
import { type Actor, audit, type Origin } from '@gerbang/service-kit/audit/audit';
import { preparedIn } from '@gerbang/service-kit/data/database';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import type { Context } from '../context.ts';
import { lockNewParent, updateProfile } from '../parents/parents.repository.ts';
import { noChild } from '../registration-record/child-rules.ts';
import { insertChild, lockFamily } from '../registration-record/children.repository.ts';
import { enterSection } from '../registration-record/entered-sections.repository.ts';
import { admitApplicant, writeRegistration } from '../registration-record/new-registration.repository.ts';
import { newRegistrationEvent } from '../registration-record/publish.ts';
import { levelOf, orAlreadyRegistered, refuseLevelNotOffered } from '../registration-record/rules.ts';
import { lockGate } from '../seats/waves/waves.repository.ts';
import { makeAccount } from './accounts.client.ts';
import { familyMadeBy, livingChild, registeredIn } from './import-rows.repository.ts';
import type { ImportRecord } from './imports.repository.ts';
import type { Applying, ReadRow } from './read-rows.ts';

/** What became of a row. */
export interface Outcome {
  readonly outcome: 'imported' | 'skipped' | 'failed';
  readonly outcome_text: string | null;
  readonly family_id?: string;
  readonly child_id?: string;
  readonly registration_id?: string;
  readonly made_family?: boolean;
  readonly made_child?: boolean;
}

/** Consent is the family's to give: until it has checked what the school entered, there is none. */
const NO_CONSENT_YET = 'impor oleh sekolah, belum diperiksa keluarga';
const MOST_A_DAY = 100_000;

const textOf = (values: ImportRow['values'], field: keyof ImportRow['values']): string | null => {
  const value = values[field];
  return typeof value === 'string' && value !== '' ? value : null;
};

interface Work {
  readonly trx: Knex.Transaction;
  readonly found: ImportRecord;
  readonly read: ReadRow & { readonly applying: Applying };
  readonly actor: Actor;
  readonly origin: Origin;
}

/** The family of a row: the one it was found in, else the account that auth has or makes of its number. */
async function familyOf(context: Context, { found, read, actor, origin }: Work) {
  const { row, applying, shown } = read;
  if (row.family_id !== null) return { user_id: row.family_id, made: false, email_left: false };
  return makeAccount(
    context,
    {
      id: row.id,
      import_id: found.id,
      name: `Orang tua ${applying.full_name}`.slice(0, 100),
      phone: applying.phone,
      email: textOf(shown.values, 'email'),
      actor: { ...actor, role: actor.role as Role },
    },
    origin.requestId,
  );
}

/** Fills what the profile of a family that this import made does not hold yet. */
async function fillProfile(context: Context, { trx, read, actor }: Work, userId: string): Promise<void> {
  const { values } = read.shown;
  const record = await lockNewParent(trx, userId);
  const wanted = {
    father_name: textOf(values, 'father_name'),
    father_phone: textOf(values, 'father_phone'),
    mother_name: textOf(values, 'mother_name'),
    mother_phone: textOf(values, 'mother_phone'),
    contact_phone: read.applying.phone,
    address: textOf(values, 'address'),
  };
  const change = Object.fromEntries(
    Object.entries(wanted).filter(
      ([field, value]) => value !== null && record[field as keyof typeof wanted] === null,
    ),
  );
  if (Object.keys(change).length === 0) return;
  await updateProfile(trx, context.columns, record, change);
  await enterSection(preparedIn(trx), userId, 'profile', actor);
}

/** The child of a row in its family: the one that is there, or a new one. */
async function childOf(context: Context, work: Work, userId: string): Promise<{ id: string; made: boolean }> {
  const { trx, read, actor, origin } = work;
  const { values } = read.shown;
  const there = await livingChild(trx, userId, read.row.child_id, read.applying);
  if (there !== undefined) return { id: there, made: false };
  const id = await insertChild(
    trx,
    context.columns,
    {
      full_name: read.applying.full_name,
      nick_name: textOf(values, 'nick_name'),
      gender: textOf(values, 'gender') as 'male' | 'female' | null,
      birth_city: textOf(values, 'birth_city'),
      birth_date: read.applying.birth_date,
      nik: textOf(values, 'nik'),
      kk_number: textOf(values, 'kk_number'),
    },
    { user_id: userId, version: NO_CONSENT_YET, address: origin.address },
  );
  await enterSection(preparedIn(trx), userId, `child:${id}`, actor);
  await audit(trx, {
    action: 'child.created',
    actor,
    subject: id,
    details: { import: work.found.id },
    origin,
  });
  return { id, made: true };
}

/** What the paper said, for staff: where the registration came from, its day and number. */
function informationOf(values: ImportRow['values']): string | null {
  const source = textOf(values, 'source') as ImportSource | null;
  const [day, paper] = [textOf(values, 'registered_on'), textOf(values, 'paper_number')];
  const parts = [
    ...(source === null ? [] : [`Sumber: ${IMPORT_SOURCE_LABELS[source]}`]),
    ...(paper === null ? [] : [`Nomor formulir: ${paper}`]),
    ...(day === null ? [] : [`Tanggal daftar: ${dayText(day)}`]),
  ];
  return parts.length > 0 ? parts.join('\n') : null;
}

/** Registers the child as its family would, but for the waves: a full or closed one only warns. No message goes out. */
async function register(
  context: Context,
  { trx, found, read, actor, origin }: Work,
  userId: string,
  childId: string,
): Promise<string> {
  const { applying, shown } = read;
  const run = preparedIn(trx);
  const { academic_year, jenjang, kelas } = applying;
  const level = levelOf(context.school.settings, jenjang);
  refuseLevelNotOffered(level);
  const admitted = await admitApplicant(run, userId, { child_id: childId, academic_year, jenjang, kelas });
  if (!admitted) throw noChild();
  if (admitted.year !== 'open' && admitted.year !== 'planned')
    throw conflict('import_state', `Tahun ajaran ${academic_year} sudah ditutup`);
  const { sequence, in_waves, year: _year, ...applicant } = admitted;
  const waves = in_waves ? await lockGate(run, { academic_year, jenjang }) : [];
  const decision = waves[0] ? decideWave(waves, waves[0].read_at) : null;
  const wave = decision && !('refusal' in decision) ? decision.wave : null;
  const fee = wave ? owedFee(wave, level.fee) : level.fee;
  const id = uuidv7();
  const number = registrationNumber(academic_year, jenjang, sequence);
  const registration = {
    id,
    child_id: childId,
    academic_year,
    jenjang,
    kelas,
    registration_number: number,
    payment_amount: fee,
    wave_id: wave?.id ?? null,
    current_stage: 'registered',
    payment_status: 'pending',
    previous_school: textOf(shown.values, 'previous_school'),
    nisn: textOf(shown.values, 'nisn'),
    information: informationOf(shown.values),
  } as const;
  const terms = wave && { wave_id: wave.id, wave: wave.name, payment_period: wave.payment_period, fee };
  await writeRegistration(run, {
    registration,
    sequence,
    applicant,
    actor,
    details: { import: found.id, ...(wave && { wave: wave.name }) },
    origin,
    events: [newRegistrationEvent(context, registration, applicant, terms)],
    perDay: MOST_A_DAY,
  });
  await enterSection(run, userId, `registration:${id}`, actor);
  return id;
}

/** Writes what a row says in the caller's transaction: its family, child and registration, each only where it is not there. */
export async function writeRow(context: Context, work: Work): Promise<Outcome> {
  const { trx, read } = work;
  const { user_id: family, made, email_left } = await familyOf(context, work);
  await lockFamily(trx, family);
  const child = await childOf(context, work, family);
  const known = { family_id: family, child_id: child.id, made_family: made, made_child: child.made };
  if (await registeredIn(trx, child.id, read.applying.academic_year)) {
    return { outcome: 'skipped', outcome_text: 'Sudah terdaftar', ...known };
  }
  // Other families know their data better.
  if (made || (await familyMadeBy(trx, work.found.id, family))) await fillProfile(context, work, family);
  const registration = await orAlreadyRegistered(() => register(context, work, family, child.id));
  const text = email_left ? 'Email sudah dipakai akun lain dan tidak ikut diimpor' : null;
  return { outcome: 'imported', outcome_text: text, ...known, registration_id: registration };
}
