import type { Random } from '@gerbang/service-kit/testing/random';
import { lastBankRequest, payAtBank } from '../kit/bank.ts';
import { BANK, jakartaDate, newPicture } from '../kit/families.ts';
import type { Answer, Caller, Person, Request } from './calls.ts';

const PAYMENT_DAY = jakartaDate();
const OBSERVATION_DAY = '2100-01-05';
const LEVEL = { jenjang: 'SD', kelas: '1', academic_year: '2026/2027' };

/** Work that families leave for staff, and invoices without a waiting payment, by family. */
export interface Desk {
  readonly payments: string[];
  readonly proofs: string[];
  readonly verified: string[];
  readonly free: Map<string, string[]>;
}

/** One person at work. */
export interface Worker {
  readonly person: Person;
  readonly caller: Caller;
  readonly random: Random;
  readonly desk: Desk;
  /** Where a person pays at the simulated bank; null where there is none. */
  readonly bankUrl: string | null;
  /** A text that no other record of the world holds. */
  readonly tag: (kind: string) => string;
  /** A call with an Idempotency-Key; one of open outcome is often repeated with the same key. */
  readonly keyed: (request: Request) => Promise<Answer>;
}

export type Step = (worker: Worker) => Promise<void>;

/** The upload of a proof of payment. */
export const newUpload = () => ({
  method: 'POST',
  path: '/api/payment-evidence/upload',
  body: { fileData: newPicture().toString('base64'), fileName: 'bukti.png', contentType: 'image/png' },
});

/** The id in the link of a file. */
export const fileOf = (link: string) => link.slice(link.lastIndexOf('/') + 1);

/** Sends a proof; returns its link, or null where that failed. */
async function upload({ person, caller }: Worker): Promise<string | null> {
  const answer = await caller.call(person, newUpload());
  return answer.status === 201 ? String(answer.body.fileUrl) : null;
}

const look =
  (...paths: string[]): Step =>
  async ({ person, caller, random }) => {
    await caller.call(person, { method: 'GET', path: random.pick(paths) });
  };

const saveProfile: Step = async ({ person, caller, tag }) => {
  const address = tag('Jl. Uji');
  const record = { kind: 'profile', tag: person.id, values: { value: address } };
  await caller.call(person, { method: 'PATCH', path: '/api/parent', body: { address }, record });
};

/** A tag as the name of a person: letters alone. */
const nameTag = (worker: Worker, kind: string) =>
  worker.tag(kind).replace(/[0-9]/gu, (digit) => 'QRSTUVWXYZ'[Number(digit)] ?? '');

/** Adds a child, registers it and sends the proof of its fee, as far as it goes. */
const register: Step = async (worker) => {
  const { person, caller, desk, random } = worker;
  const full_name = nameTag(worker, 'Anak');
  const facts = { birth_city: 'Bogor', birth_date: '2019-05-14' };
  const child = await worker.keyed({
    method: 'POST',
    path: '/api/children',
    body: { full_name, ...facts },
    record: { kind: 'child', tag: full_name, values: facts },
  });
  if (child.status !== 201) return;
  const child_id = String(child.body.id);
  const made = await worker.keyed({
    method: 'POST',
    path: '/api/registrations',
    body: { child_id, ...LEVEL, previous_school: 'TK Melati', how_know_school: 'TEMAN_KELUARGA' },
    record: { kind: 'registration', tag: child_id, values: { jenjang: 'SD', kelas: '1' } },
  });
  if (made.status !== 201 || random.next() < 0.3) return;
  const id = String(made.body.id);
  const link = await upload(worker);
  if (!link) return;
  const proof = await caller.call(person, {
    method: 'PUT',
    path: `/api/registrations/${id}/payment`,
    body: { ...BANK, payment_status: 'paid', payment_evidence_url: link },
    record: { kind: 'fee proof', tag: fileOf(link), values: { registration: id } },
  });
  if (proof.status === 200) desk.proofs.push(id);
};

const pay: Step = async (worker) => {
  const { person, desk, random } = worker;
  const invoice = desk.free.get(person.id)?.shift();
  if (!invoice) return;
  const link = await upload(worker);
  if (!link) {
    desk.free.get(person.id)?.push(invoice);
    return;
  }
  const amount_paid = random.between(1000, 9999);
  const facts = { enrollment_invoice_id: invoice, amount_paid, payment_date: PAYMENT_DAY };
  const sent = await worker.keyed({
    method: 'POST',
    path: '/api/enrollment-invoice-payments',
    body: { ...facts, payment_evidence_url: link },
    record: { kind: 'payment', tag: fileOf(link), values: { amount: amount_paid, invoice } },
  });
  if (sent.status === 201) desk.payments.push(String(sent.body.id));
};

/** Pays a part of an invoice by virtual account; the journal notes what the bank was answered, as the provider's own call. */
const payOnline: Step = async (worker) => {
  const { person, caller, desk, random, bankUrl } = worker;
  const invoice = bankUrl !== null && desk.free.get(person.id)?.shift();
  if (!invoice) return;
  const asked = await worker.keyed({
    method: 'POST',
    path: '/api/pay-requests',
    body: { kind: 'invoice', id: invoice, channel: 'va', amount: random.between(1000, 9999) },
  });
  if (asked.status === 200 || asked.status === 201) {
    const at = Date.now();
    const { number } = asked.body.va as { number: string };
    const paid = await lastBankRequest(bankUrl, number.trim())
      .then((request) => payAtBank(bankUrl, request))
      .catch(() => null); // the bank is down
    for (const [index, { status, code }] of paid?.notifications.entries() ?? []) {
      const { payment_id: tag = '', amount } = paid?.payments[index] ?? {};
      const call = { method: 'POST', path: '/webhooks/snap', status, code, id: null };
      caller.entries.push({
        kind: 'notification',
        tag,
        values: { amount },
        ...call,
        at,
        ms: Date.now() - at,
      });
    }
  }
  desk.free.get(person.id)?.push(invoice);
};

/** Reads the newest messages and marks all as read. */
const readMessages: Step = async ({ person, caller }) => {
  await caller.call(person, { method: 'GET', path: '/api/notifications?limit=10' });
  await caller.call(person, { method: 'POST', path: '/api/notifications/read', body: { all: true } });
};

/** Chooses the way of a kind of message. */
const chooseChannel: Step = async ({ person, caller, random }) => {
  const kind = 'fee_verified';
  const channel = person.takesLetters ? random.pick(['email', 'whatsapp']) : 'whatsapp';
  await caller.call(person, {
    method: 'PUT',
    path: '/api/notifications/settings',
    body: { kinds: [{ kind, channel }] },
    record: { kind: 'channel', tag: person.id, values: { value: channel } },
  });
};

/** Now and then wants another address, which stays unproved; the password is typed again. */
const wantAddress: Step = async ({ person, caller, random, tag }) => {
  if (random.next() < 0.8) return;
  const email = `${tag('surat').replace(' ', '-')}@contoh.id`;
  await caller.call(person, {
    method: 'PUT',
    path: '/api/email',
    body: { email, password: person.password },
    record: { kind: 'wanted address', tag: person.id, values: { value: email } },
  });
};

/** The frequency of a step is the number of times it is listed. */
// biome-ignore format: one line a sort
export const PARENT_STEPS: readonly Step[] = [
  saveProfile, saveProfile, register, register, pay, pay, payOnline, readMessages, chooseChannel, wantAddress,
  look('/api/dashboard', '/api/registrations', '/api/children', '/api/user', '/api/config'),
  look('/api/notifications/stream', '/api/notifications/settings', '/api/notifications?unread=true'),
  look('/api/dashboard', '/api/registrations', '/api/children', '/api/user', '/api/config'),
];

/** Decides a payment; now and then two people decide the same one, and one of them must lose. */
const decidePayment: Step = async ({ person, caller, desk, random, tag }) => {
  const id = desk.payments[0];
  if (!id) return;
  if (random.next() < 0.8) desk.payments.shift();
  const isRejected = random.next() < 0.2;
  const rejection_reason = tag('Alasan');
  await caller.call(person, {
    method: 'PUT',
    path: `/api/admin/enrollment-invoice-payments/${id}/verify`,
    body: isRejected ? { action: 'reject', rejection_reason } : { action: 'verify' },
    record: { kind: isRejected ? 'payment rejected' : 'payment verified', tag: id },
  });
};

/** Adds a payment that counts at once. */
const addPayment: Step = async (worker) => {
  const { desk, random } = worker;
  const family = random.pick([...desk.free.keys()]);
  const invoice = desk.free.get(family)?.shift();
  if (!invoice) return;
  const link = await upload(worker);
  const admin_notes = worker.tag('Catatan');
  const amount_paid = random.between(1000, 9999);
  const facts = { enrollment_invoice_id: invoice, amount_paid, payment_date: PAYMENT_DAY };
  if (link) {
    await worker.keyed({
      method: 'POST',
      path: '/api/admin/enrollment-invoice-payments',
      body: { ...facts, payment_evidence_url: link, admin_notes, auto_verify: true },
      record: {
        kind: 'payment added',
        tag: admin_notes,
        values: { amount: amount_paid, invoice, status: 'verified' },
      },
    });
  }
  // No payment waits on it now, so that it can be paid again.
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
  const name = nameTag(worker, 'Petugas');
  const email = `${name.replace(' ', '-').toLowerCase()}@contoh.sch.id`;
  await worker.keyed({
    method: 'POST',
    path: '/api/admin/users',
    body: { email, name, role: 'cs', password: 'sementara-1234' },
    record: { kind: 'user', tag: email, values: { name } },
  });
};

/** Writes a draft and changes its title. */
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

const lookAsStaff = look('/api/admin/registrations?limit=20', '/api/dashboard', '/api/user');

/** The steps of a member of staff, by the name of the account. */
export function staffSteps(name: string): readonly Step[] {
  switch (name) {
    case 'finance':
      return [decidePayment, decidePayment, decidePayment, addPayment, verifyFee, lookAsStaff];
    case 'admin':
    case 'it':
      return [decidePayment, decidePayment, addPayment, verifyFee, verifyFee, addUser, lookAsStaff];
    default:
      return [moveStage, moveStage, announce, lookAsStaff];
  }
}
