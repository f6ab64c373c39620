import type { Step } from './work.ts';
import { upload } from './parents.ts';

const TODAY = '2026-11-20';
const OBSERVATION_DAY = '2100-01-05';

/** Looks at a payment; now and then two do so at once, and one of them must lose. */
const check: Step = async ({ person, caller, desk, random, tag }) => {
  const id = desk.payments[0];
  if (!id) return;
  if (random.next() < 0.8) desk.payments.shift();
  const reject = random.next() < 0.2;
  const reason = tag('Alasan');
  await caller.call(person, {
    method: 'PUT',
    path: `/api/admin/enrollment-invoice-payments/${id}/verify`,
    body: reject ? { action: 'reject', rejection_reason: reason } : { action: 'verify' },
    record: { kind: reject ? 'payment rejected' : 'payment verified', tag: id },
  });
};

/** Adds a payment that counts at once. */
const add: Step = async (worker) => {
  const { desk, random } = worker;
  const family = random.pick([...desk.free.keys()]);
  const invoice = desk.free.get(family)?.shift();
  if (!invoice) return;
  const link = await upload(worker);
  const admin_notes = worker.tag('Catatan');
  const amount_paid = random.between(1000, 9999);
  if (link) {
    const entry = {
      enrollment_invoice_id: invoice,
      amount_paid,
      payment_date: TODAY,
      payment_evidence_url: link,
    };
    await worker.keyed({
      method: 'POST',
      path: '/api/admin/enrollment-invoice-payments',
      body: { ...entry, admin_notes, auto_verify: true },
      record: {
        kind: 'payment added',
        tag: admin_notes,
        values: { amount: amount_paid, invoice, status: 'verified' },
      },
    });
  }
  // Nothing waits on it, so that it can be paid on again.
  desk.free.get(family)?.push(invoice);
};

const verifyFee: Step = async ({ person, caller, desk }) => {
  const id = desk.proofs.shift();
  if (!id) return;
  const done = await caller.call(person, {
    method: 'PUT',
    path: `/api/admin/registrations/${id}/verify-payment`,
    body: { payment_status: 'verified' },
    record: { kind: 'fee verified', tag: id },
  });
  if (done.status === 200) desk.verified.push(id);
};

const moveStage: Step = async ({ person, caller, desk, random, tag }) => {
  if (desk.verified.length === 0) return;
  const id = random.pick(desk.verified);
  const note = tag('Tahap');
  await caller.call(person, {
    method: 'PUT',
    path: `/api/admin/registrations/${id}/stage`,
    body: { current_stage: 'obs_scheduled', content: OBSERVATION_DAY, note },
    record: { kind: 'stage', tag: note, values: { registration: id, stage: 'obs_scheduled' } },
  });
};

const addUser: Step = async (worker) => {
  const name = worker.tag('Petugas');
  const email = `${name.replace(' ', '-').toLowerCase()}@contoh.sch.id`;
  await worker.keyed({
    method: 'POST',
    path: '/api/admin/users',
    body: { email, name, role: 'cs', password: 'sementara-1234' },
    record: { kind: 'user', tag: email, values: { name } },
  });
};

/** A draft, and its title once more. */
const announce: Step = async (worker) => {
  const { person, caller } = worker;
  const content = worker.tag('Isi');
  const body = { title: 'Hasil Observasi', content, observation_period: 'November 2026', jenjang: 'SD' };
  const record = { kind: 'announcement', tag: content, values: { period: body.observation_period } };
  const made = await worker.keyed({ method: 'POST', path: '/api/admin/announcements', body, record });
  if (made.status !== 201) return;
  const id = String(made.body.id);
  const title = worker.tag('Judul');
  await caller.call(person, {
    method: 'PUT',
    path: `/api/admin/announcements/${id}`,
    body: { title },
    record: { kind: 'announcement title', tag: id, values: { value: title } },
  });
};

const look: Step = async ({ person, caller, random }) => {
  const path = random.pick(['/api/admin/registrations?limit=20', '/api/dashboard', '/api/user']);
  await caller.call(person, { method: 'GET', path });
};

/** What somebody of the staff does. */
export function staffSteps(name: string): readonly Step[] {
  switch (name) {
    case 'finance':
      return [check, check, check, add, verifyFee, look];
    case 'admin':
    case 'it':
      return [check, check, add, verifyFee, verifyFee, addUser, look];
    default:
      return [moveStage, moveStage, announce, look];
  }
}
