import type { Actor } from '@gerbang/service-kit/audit/audit';
import { parseArgs } from 'node:util';
import { registrationNumber } from '@gerbang/domain/levels';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import type { Stage } from '@gerbang/domain/registration-stages';
import type { Db } from '@gerbang/service-kit/data/database';
import { ProgramError, type ProgramParts } from '@gerbang/service-kit/program/programs';
import { uuidv7 } from 'uuidv7';
import type { Config } from '../config.ts';
import { buildContext, type Context } from '../context.ts';
import { FEATURES } from '../features.ts';
import { foldCounts } from '../registration-record/registration-counts.repository.ts';
import { renewRegistrations } from '../registration-record/copies.repository.ts';
import { levelOf } from '../registration-record/rules.ts';
import { attachProof, countChildren, insertFamilies, reserveNumbers } from './demo.repository.ts';
import { type MadeUp, madeUp, seededNumbers } from './made-up.ts';
import { keepSlip } from './seed-demo.ts';

const MOST = 200_000;
const BATCH = 250;
const DAY_MS = 86_400_000;
const STAFF = { id: uuidv7(), name: 'Staf Contoh', role: 'staff_pendidikan' } as const;
const WAY: readonly Stage[] = ['registered', 'obs_scheduled', 'obs_attended', 'waiting_announcement'];

interface Wanted {
  readonly registrations: number;
  readonly seed: number;
  /** The proof that every paid registration shows. */
  readonly proofId: string;
}

async function numbersFor(trx: Db, year: string, people: readonly MadeUp[]): Promise<number[]> {
  const next = new Map<string, number>();
  // In one order, so that two loads never wait for each other in a circle.
  for (const jenjang of [...new Set(people.map((one) => one.jenjang))].toSorted()) {
    const count = people.filter((one) => one.jenjang === jenjang).length;
    next.set(jenjang, await reserveNumbers(trx, year, jenjang, count));
  }
  return people.map(({ jenjang }) => {
    const sequence = (next.get(jenjang) ?? 0) + 1;
    next.set(jenjang, sequence);
    return sequence;
  });
}

/** The stages that this one was reached by. */
function wayTo(stage: Stage): Stage[] {
  if (stage === 'obs_not_attended') return ['registered', 'obs_scheduled', stage];
  if (stage === 'passed' || stage === 'failed') return [...WAY, stage];
  return WAY.slice(0, WAY.indexOf(stage) + 1);
}

/** The rows of one family, by table. */
function rowsOf(context: Context, one: MadeUp, sequence: number, year: string, proofId: string) {
  const { columns } = context;
  const [account, parent, child, registration] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()];
  const at = new Date(context.now().getTime() - one.daysAgo * DAY_MS);
  const day = (days: number) => jakartaDay(new Date(context.now().getTime() + days * DAY_MS));
  const observation = one.current_stage === 'obs_scheduled' ? day((one.daysAgo % 21) - 3) : null;
  const number = registrationNumber(year, one.jenjang, sequence);
  const paid = one.payment_status !== 'pending';
  const verified = one.payment_status === 'verified';
  const mother: Actor = { id: account, name: one.family.mother, role: 'wali_murid' };
  const payment = (from_status: string, to_status: string, cause: string, by: Actor) => ({
    id: uuidv7(),
    registration_id: registration,
    file_id: proofId,
    from_status,
    to_status,
    cause,
    actor_id: by.id,
    actor_name: by.name,
    actor_role: by.role,
  });
  return {
    accounts: [{ ...mother, phone: one.family.phone, active: true, version: 1 }],
    parents: [
      {
        id: parent,
        user_id: account,
        father_name: one.family.father,
        mother_name: one.family.mother,
        contact_phone: one.family.phone,
        father_ktp: columns.seal('parents', 'father_ktp', parent, one.ktp.father),
        mother_ktp: columns.seal('parents', 'mother_ktp', parent, one.ktp.mother),
        father_income: columns.seal('parents', 'father_income', parent, '<10.000.000'),
        address: 'Jl. Contoh No. 1',
      },
    ],
    children: [
      {
        ...one.child,
        id: child,
        parent_id: parent,
        nik: columns.seal('children', 'nik', child, one.nik),
        nik_index: columns.blindIndex('children.nik', one.nik),
        kk_number: columns.seal('children', 'kk_number', child, one.kk),
      },
    ],
    registrations: [
      {
        id: registration,
        child_id: child,
        registration_number: number,
        jenjang: one.jenjang,
        kelas: one.kelas,
        academic_year: year,
        current_stage: one.current_stage,
        payment_status: one.payment_status,
        payment_amount: levelOf(context.school.settings, one.jenjang).fee,
        observation_date: observation,
        created_at: at,
        updated_at: at,
        accepted_at: one.current_stage === 'passed' ? at : null,
        payment_evidence_file_id: paid ? proofId : null,
        bank_name: paid ? 'Bank Contoh' : null,
        bank_account_owner: paid ? one.family.father : null,
        bank_account_number: paid
          ? columns.seal('registrations', 'bank_account_number', registration, '9912345678')
          : null,
        rejection_reason: one.payment_status === 'rejected' ? 'Bukti tidak terbaca' : null,
        payment_verified_at: verified ? at : null,
        payment_verified_by: verified ? STAFF.id : null,
        payment_verified_by_name: verified ? STAFF.name : null,
        payment_verified_by_role: verified ? 'finance' : null,
      },
    ],
    registration_numbers: [
      { number, academic_year: year, jenjang: one.jenjang, sequence, registration_id: registration },
    ],
    registration_stages: wayTo(one.current_stage).map((stage, index) => {
      const by = index === 0 ? mother : STAFF;
      return {
        id: uuidv7(),
        registration_id: registration,
        child_id: child,
        stage,
        content: stage === 'obs_scheduled' ? (observation ?? day(-7)) : null,
        reached_at: new Date(at.getTime() + index * 60_000),
        created_by_id: by.id,
        created_by_name: by.name,
        created_by_role: by.role,
      };
    }),
    registration_payment_events: [
      ...(paid ? [payment('pending', 'paid', 'parent', mother)] : []),
      ...(verified || one.payment_status === 'rejected'
        ? [payment('paid', one.payment_status, 'verification', { ...STAFF, role: 'finance' })]
        : []),
    ],
  };
}

/**
 * Adds so many made-up registrations, each with its family, numbers and history, in batches that each commit. The same
 * seed on the same database makes the same people. No event is published; `events:replay` does that.
 */
export async function loadDemo(context: Context, { registrations, seed, proofId }: Wanted): Promise<void> {
  const { database, school } = context;
  const random = seededNumbers(seed);
  const first = await countChildren(database.knex);
  const [year] = school.settings.academic_years;
  if (year === undefined) throw new Error('the school has no open year');
  for (let done = 0; done < registrations; done += BATCH) {
    const people = Array.from({ length: Math.min(BATCH, registrations - done) }, (_all, index) =>
      madeUp(random, first + done + index, Number(year.slice(0, 4))),
    );
    await database.transaction(async (trx) => {
      const numbers = await numbersFor(trx, year, people);
      const rows = people.map((one, index) => rowsOf(context, one, numbers[index] ?? 0, year, proofId));
      await insertFamilies(trx, rows);
      await renewRegistrations(
        trx,
        rows.flatMap((row) => row.registrations.map(({ id }) => id)),
      );
    });
  }
  // Each batch left its differences; a service that is running adds them up only now and then.
  await foldCounts(database);
}

/** Adds made-up registrations (`--registrations N [--seed S]`), to look at and to measure. */
export async function load({ config, database, log, args, say }: ProgramParts<Config>): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { registrations: { type: 'string', default: '500' }, seed: { type: 'string', default: '1' } },
  });
  const [registrations, seed] = [Number(values.registrations), Number(values.seed)];
  const fits = Number.isInteger(registrations) && registrations > 0 && registrations <= MOST;
  if (!fits || !Number.isInteger(seed)) {
    throw new ProgramError(`--registrations takes 1 to ${MOST}, --seed a whole number.`);
  }
  const context = buildContext(config, database, log, FEATURES);
  await context.school.look();
  const proofId = await keepSlip(context, { id: uuidv7(), role: 'finance' });
  await attachProof(database.knex, proofId);
  const start = Date.now();
  await loadDemo(context, { registrations, seed, proofId });
  say(`${registrations} registrations made in ${Math.round((Date.now() - start) / 1000)} s`);
}
