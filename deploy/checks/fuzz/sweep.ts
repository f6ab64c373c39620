import { getUser, logout, register } from '@gerbang/contracts/accounts';
import {
  createAnnouncement,
  listAnnouncements,
  publishAnnouncement,
  reviewAnnouncement,
  submitAnnouncement,
} from '@gerbang/contracts/announcements';
import { deleteChild } from '@gerbang/contracts/children';
import { downloadDocuments } from '@gerbang/contracts/document-reviews';
import { type documentTypeSchema, listDocumentTypes, updateDocumentType } from '@gerbang/contracts/documents';
import { createConfirmation, decideConfirmation } from '@gerbang/contracts/enrollment-confirmations';
import { listInvoicePayments, payInvoice, verifyInvoicePayment } from '@gerbang/contracts/invoice-payments';
import { getFeeReceipt } from '@gerbang/contracts/papers';
import { changePassword } from '@gerbang/contracts/passwords';
import { createScheme } from '@gerbang/contracts/payment-schemes';
import { listStageHistory, observationCalendar } from '@gerbang/contracts/registration-stages';
import { createRegistration, deleteRegistration } from '@gerbang/contracts/registrations';
import { readSchoolLogo } from '@gerbang/contracts/school-public';
import { listStaffRegistrations } from '@gerbang/contracts/staff-registrations';
import { deleteUser, revokeSessions, updateUser } from '@gerbang/contracts/users';
import type { Role } from '@gerbang/domain/roles';
import type { Stack } from '@gerbang/local/stack';
import type { z } from 'zod';
import { addChild, registerChild } from '../kit/families.ts';
import { type Account, logIn, newPerson } from '../kit/people.ts';
import { openFingerprints } from './fingerprint.ts';
import { namesOf, type Operation } from './operations.ts';
import { type Call, type Caller, shown } from './portal.ts';
import { type RefusalOptions, sweepRefusals } from './refusals.ts';
import { waysOf } from './ways.ts';
import {
  allowedRoles,
  cellOf,
  kindOfParameter,
  newUser,
  personOf,
  wholeFamily,
  type World,
} from './world.ts';

const check = 'authorization' as const;

export interface Swept {
  readonly part: string;
  readonly calls: number;
}

export interface SweepOptions extends RefusalOptions {
  /** Makes only every so-manyth call, and leaves out the whole family that makes every write twice. */
  readonly sample?: number;
  readonly say?: (line: string) => void;
}

/** Sweeps the authorization table through the gateway: every cell that refuses and every read that is allowed. */
export async function sweep(world: World, stack: Stack, options: SweepOptions): Promise<Swept[]> {
  const fingerprints = await openFingerprints(stack);
  const parts: Record<string, () => Promise<number>> = {
    'refusals of the table': () => sweepRefusals(world, fingerprints, options),
    'reads that are allowed': () => sweepReads(world, options),
    'the next request': () => sweepSessions(world),
    ...((options.sample ?? 1) === 1 && { 'twice at once': () => sweepTwice(world) }),
  };
  const done: Swept[] = [];
  try {
    for (const [part, run] of Object.entries(parts)) {
      done.push({ part, calls: await run() });
      options.say?.(`  ${part}: ${done.at(-1)?.calls}`);
    }
  } finally {
    await fingerprints.close();
  }
  return done;
}

/** Every read that the table allows: it returns the caller's own objects and nothing of another family. */
async function sweepReads(world: World, { seed, sample = 1 }: SweepOptions): Promise<number> {
  const { portal, other } = world;
  let [count, cells] = [0, 0];
  for (const operation of portal.operations.filter(({ method }) => method === 'GET')) {
    const { id } = operation;
    const { own } = waysOf(world, operation, seed);
    for (const role of allowedRoles(operation)) {
      cells += 1;
      if (cells % sample !== 0) continue;
      count += 1;
      const caller = personOf(world, role);
      const answer = await portal.call(id, caller, own);
      const about = { id, caller, input: own, answer };
      if (answer.status !== 200 && !(answer.status === 404 && mayBeHidden(world, operation, role)))
        portal.report({ check, what: `${role} may, but → ${answer.status}` }, about);
      if (role !== 'wali_murid') continue;
      const text = answer.body.toString();
      // Families share an announcement.
      for (const [kind, foreign] of Object.entries(other.ids))
        if (kind !== 'announcement' && text.includes(foreign))
          portal.report({ check, what: `shows the ${kind} of another family` }, about);
    }
  }
  return count;
}

/**
 * `A*` allows only some purposes; a kind of object may not exist in this world, a fee has its receipt once it is verified,
 * an archive has documents that were approved, a calendar needs an observation
 * that is to come, and of all files only the school's logo is public.
 */
function mayBeHidden({ own, pools }: World, { id, path, params }: Operation, role: Role): boolean {
  const kinds = namesOf(params).map((name) => kindOfParameter(path, name));
  return (
    id === getFeeReceipt.id ||
    id === downloadDocuments.id ||
    id === observationCalendar.id ||
    id === readSchoolLogo.id ||
    cellOf(id, role) === 'A*' ||
    kinds.some((kind) => own.ids[kind] === undefined && !pools.get(kind)?.length)
  );
}

/** A member of staff with a password of their own. */
async function employee(world: World): Promise<Account> {
  const { client } = world.portal;
  const { email, password } = await newUser(world, 'cs');
  const newPassword = `sandi-${crypto.randomUUID()}`;
  const body = { currentPassword: password, newPassword };
  await world.portal.must(changePassword.id, await logIn(client, email, password), { body });
  return logIn(client, email, newPassword);
}

/** What ends a session ends it for the next request. */
async function sweepSessions(world: World): Promise<number> {
  const { portal, staff } = world;
  const { admin } = staff;
  const change = (id: string, body: object) => portal.must(updateUser.id, admin, { params: { id }, body });
  const ends: Record<string, (person: Account) => Promise<unknown>> = {
    'a demotion': ({ id }) => change(id, { role: 'staff_tu' }),
    'a new password': ({ id }) => change(id, { password: 'sementara-1' }),
    'a deletion': ({ id }) => portal.must(deleteUser.id, admin, { params: { id } }),
    'a revocation': ({ id }) => portal.must(revokeSessions.id, admin, { params: { id } }),
    'a logout': (person) => portal.must(logout.id, person),
    'a change of password in another session': async ({ email, password }) => {
      const elsewhere = await logIn(portal.client, email, password);
      const body = { currentPassword: password, newPassword: `sandi-${crypto.randomUUID()}` };
      await portal.must(changePassword.id, elsewhere, { body });
    },
  };
  const reads: [string, Call][] = [
    [listStaffRegistrations.id, { query: 'limit=1' }],
    [getUser.id, {}],
    [listAnnouncements.id, {}],
  ];
  for (const [what, end] of Object.entries(ends)) {
    const caller = await employee(world);
    await portal.must(listStaffRegistrations.id, caller, { query: 'limit=1' });
    await end(caller);
    for (const [id, call] of reads) {
      const answer = await portal.call(id, caller, call);
      if (answer.status === 401) continue;
      const fault = { check: 'next request', what: `after ${what} → ${answer.status}` } as const;
      portal.report(fault, { id, caller, input: what, answer });
    }
  }
  return Object.keys(ends).length * reads.length;
}

/** Calls that must have an effect only once; all others may be repeated. */
const ONCE = new Set<string>([
  register.id,
  deleteUser.id,
  deleteChild.id,
  createRegistration.id,
  deleteRegistration.id,
  createConfirmation.id,
  decideConfirmation.id,
  createScheme.id,
  payInvoice.id,
  verifyInvoicePayment.id,
  createAnnouncement.id,
  submitAnnouncement.id,
  reviewAnnouncement.id,
  publishAnnouncement.id,
]);

/** Retires what made-up calls may have asked of every child: a document without which no family goes on. */
async function retireGates({ portal, staff }: World): Promise<void> {
  const types = await portal.must<z.output<typeof documentTypeSchema>[]>(listDocumentTypes.id, staff.admin);
  for (const { id, retired_at: retiredAt, ...type } of types)
    if (type.gate === 'block' && retiredAt === null)
      await portal.must(updateDocumentType.id, staff.admin, {
        params: { id },
        body: { ...type, retired: true },
      });
}

/** Every write of a family's whole way made twice at once: one takes effect, the other is refused. */
async function sweepTwice(world: World): Promise<number> {
  const { portal, staff } = world;
  let count = 0;
  async function both(id: string, caller: Caller, call: Call): Promise<unknown> {
    if (portal.operation(id).method === 'GET') return portal.must(id, caller, call);
    const answers = await Promise.all([portal.call(id, caller, call), portal.call(id, caller, call)]);
    const good = answers.filter(({ status }) => status < 300);
    const isRefused = answers.every(({ status }) => status < 300 || status === 409 || status === 404);
    const [first] = good;
    if (!first) throw new Error(`${id} twice: ${answers.map(shown).join(' | ')}`);
    count += 1;
    if (!isRefused || (ONCE.has(id) && good.length !== 1)) {
      const fault = {
        check: 'twice at once',
        what: answers.map(({ status }) => status).join(' and '),
      } as const;
      portal.report(fault, { id, caller, input: call, answer: answers.map(shown).join(' | ') });
    }
    return first.json;
  }
  await retireGates(world);
  const callAs = (caller: Account) => portal.callAs(caller, both);
  const { parent, ids } = await wholeFamily(portal, staff, callAs);

  const registration = { params: { id: ids.registration ?? '' } };
  const stages = await portal.must<{ stage: string }[]>(listStageHistory.id, parent, registration);
  const invoice = { params: { invoiceId: ids.invoice ?? '' } };
  const payments = await portal.must<unknown[]>(listInvoicePayments.id, parent, invoice);
  const names = stages.map(({ stage }) => stage);
  if (new Set(names).size !== names.length || payments.length !== 1) {
    const fault = { check: 'twice at once', what: 'a stage or a payment exists twice' } as const;
    const answer = `${names.join(' ')}; ${payments.length} payments`;
    portal.report(fault, { id: listStageHistory.id, caller: parent, input: '', answer });
  }

  const call = portal.callAs(parent);
  await both(deleteRegistration.id, parent, { params: { id: (await registerChild(call, 'Anak Ganda')).id } });
  await both(deleteChild.id, parent, { params: { id: await addChild(call, 'Anak Ganda') } });
  await both(deleteUser.id, staff.admin, { params: { id: (await newUser(world)).id } });
  const { name, phone, email, password } = newPerson('Wali Ganda');
  await both(register.id, 'anon', { body: { name, phone, email, password } });
  return count;
}
