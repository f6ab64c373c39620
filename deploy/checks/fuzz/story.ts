import { setTimeout as sleep } from 'node:timers/promises';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import type { Person } from './people.ts';
import type { Call, Portal } from './portal.ts';

const PATIENCE_MS = 90_000;
/** The smallest picture that every decoder takes. */
export const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export type Staff = Awaited<ReturnType<Portal['people']['staff']>>;

/** Ids of what a family and the school made together, by the names that parameters and fields use. */
export type Ids = Record<string, string>;

/** Makes a call that must succeed; a story told twice makes it twice at once. */
export type Step = <T>(id: string, caller: Person, options?: Call) => Promise<T>;

export interface Family {
  readonly parent: Person;
  readonly ids: Ids;
}

const named = (fileName: string) => ({ fileData: PNG, fileName, contentType: 'image/png' });

/** The link of a picture that this person has just sent. */
export async function uploaded(portal: Portal, caller: Person, call = 'C14'): Promise<string> {
  const { fileUrl } = await portal.must<{ fileUrl: string }>(call, caller, { body: named('bukti.png') });
  return fileUrl;
}

/** Repeats a call until what another service tells has arrived. */
export async function until<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(100)) {
    const found = await ask();
    if (found !== undefined) return found;
  }
  throw new Error(`${what} does not come`);
}

/** What the portal tells screens of the school. */
export interface School {
  readonly academic_years: readonly string[];
  readonly levels: readonly { readonly jenjang: string; readonly classes: readonly string[] }[];
}

interface Registration {
  id: string;
  current_stage: string;
}

/** A new family with a child that is registered: what a parent does alone. */
export async function register(portal: Portal, step: Step, jenjang = 'SD'): Promise<Family> {
  const parent = await portal.people.family();
  const profile = { father_name: 'Ayah Fuzz', mother_name: 'Ibu Fuzz', contact_phone: '081298765432' };
  await portal.must('B03', parent, { body: profile });
  const child = await portal.must<{ id: string }>('C02', parent, {
    body: { full_name: 'Anak Fuzz', birth_city: 'Bogor', birth_date: '2019-05-14' },
  });
  const school = await portal.must<School>('G02', parent);
  const kelas = school.levels.find((level) => level.jenjang === jenjang)?.classes[0] ?? null;
  const registration = await step<Registration>('C08', parent, {
    body: { child_id: child.id, jenjang, kelas, academic_year: school.academic_years[0] },
  });
  return { parent, ids: { child: child.id, registration: registration.id } };
}

async function pay(portal: Portal, step: Step, { parent, ids }: Family, staff: Staff): Promise<void> {
  const url = await uploaded(portal, parent);
  ids.file = url.slice('/api/files/'.length);
  const params = { id: ids.registration ?? '' };
  await step('C13', parent, {
    params,
    body: {
      payment_status: 'paid',
      bank_name: 'BSI',
      bank_account_number: '7009322722',
      bank_account_owner: 'Ayah Fuzz',
      payment_evidence_url: url,
    },
  });
  await step('C19', staff.finance, { params, body: { payment_status: 'verified' } });
}

async function observe(step: Step, { ids }: Family, staff: Staff): Promise<void> {
  const params = { id: ids.registration ?? '' };
  const move = (body: object) => step('C17', staff.cs, { params, body });
  await move({ current_stage: 'obs_scheduled', content: jakartaDay(new Date()) });
  await move({ current_stage: 'obs_attended' });
  await move({ current_stage: 'waiting_announcement' });
}

async function announce(
  portal: Portal,
  step: Step,
  family: Family,
  staff: Staff,
  jenjang: string,
): Promise<void> {
  const { ids, parent } = family;
  const { child = '', registration = '' } = ids;
  await until('The waiting student', async () => {
    const waiting = await portal.must<unknown[]>('N08', staff.cs, { params: { jenjang } });
    return JSON.stringify(waiting).includes(registration) || undefined;
  });
  const { id } = await step<{ id: string }>('N03', staff.cs, {
    body: {
      title: 'Hasil observasi',
      content: 'Selamat.',
      observation_period: 'Gelombang 1',
      jenjang,
      results: [{ child_id: child, registration_id: registration, result: 'passed' }],
    },
  });
  ids.announcement = id;
  await step('N05', staff.cs, { params: { id } });
  await step('N06', staff.manager_pendidikan, { params: { id }, body: { status: 'approved' } });
  await step('N07', staff.manager_pendidikan, { params: { id } });
  await until('The result', async () => {
    const found = await portal.must<Registration>('C09', parent, { params: { id: registration } });
    return found.current_stage === 'passed' || undefined;
  });
}

async function enrol(
  portal: Portal,
  step: Step,
  { parent, ids }: Family,
  staff: Staff,
  grade: string,
): Promise<void> {
  const { child = '', registration = '' } = ids;
  const body = {
    registration_id: registration,
    child_id: child,
    payment_preference: 'installment',
    contribution_type: 'goods',
    contribution_description: 'Buku',
  };
  // Billing learns the result a moment later.
  const confirmation = await until('The confirmation', () =>
    step<{ id: string }>('E03', parent, { body }).catch(() => undefined),
  );
  ids.confirmation = confirmation.id;
  await step('E05', staff.cs, { params: { id: confirmation.id }, body: { status: 'processed' } });
  const scheme = await step<{ id: string }>('E06', staff.finance, {
    body: {
      enrollment_confirmation_id: confirmation.id,
      registration_id: registration,
      child_id: child,
      grade_level: grade,
      payment_period: 'Gelombang 1',
      payment_scheme: 'installment',
      base_education_fee: 10_000_000,
      first_installment_date: jakartaDay(new Date()),
    },
  });
  ids.scheme = scheme.id;
  const invoices = await portal.must<{ id: string; remaining: number }[]>('E08', staff.finance, {
    params: { schemeId: scheme.id },
  });
  const [first, second] = invoices;
  if (!first || !second) throw new Error('A scheme without invoices');
  ids.invoice = first.id;
  ids.open_invoice = second.id;
  const payment = await step<{ id: string }>('E09', parent, {
    body: {
      enrollment_invoice_id: first.id,
      amount_paid: 1_000_000,
      payment_date: jakartaDay(new Date()),
      payment_evidence_url: await uploaded(portal, parent),
    },
  });
  ids.payment = payment.id;
  await step('E15', staff.finance, { params: { paymentId: payment.id }, body: { action: 'verify' } });
  await portal.call('E19', parent, { params: { id: payment.id } });
}

/** A family from the first click to its first verified instalment, with everybody who takes part. */
export async function runStory(portal: Portal, staff: Staff, step: Step, jenjang = 'SD'): Promise<Family> {
  const family = await register(portal, step, jenjang);
  await pay(portal, step, family, staff);
  await observe(step, family, staff);
  await announce(portal, step, family, staff, jenjang);
  await enrol(portal, step, family, staff, jenjang);
  return family;
}
