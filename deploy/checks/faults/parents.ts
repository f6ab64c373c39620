import type { Step, Worker } from './work.ts';

/** One transparent pixel: the smallest picture that the uploads take. */
export const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const TODAY = '2026-11-20';
const BANK = { bank_name: 'BCA', bank_account_number: '1234567890', bank_account_owner: 'Bapak Uji' };
const LEVEL = { jenjang: 'SD', kelas: '1', academic_year: '2026/2027' };

/** Sends a proof; answers its link, or null where that failed. */
export async function upload({ person, caller }: Worker): Promise<string | null> {
  const body = { fileData: PICTURE, fileName: 'bukti.png', contentType: 'image/png' };
  const answer = await caller.call(person, { method: 'POST', path: '/api/payment-evidence/upload', body });
  return answer.status === 201 ? String(answer.body.fileUrl) : null;
}

const profile: Step = async ({ person, caller, tag }) => {
  const address = tag('Jl. Uji');
  const record = { kind: 'profile', tag: person.id, values: { value: address } };
  await caller.call(person, { method: 'PATCH', path: '/api/parent', body: { address }, record });
};

/** A child, its registration, and the proof of its fee, as far as it goes. */
const register: Step = async (worker) => {
  const { person, caller, desk, random } = worker;
  const full_name = worker.tag('Anak');
  const facts = { birth_city: 'Bogor', birth_date: '2019-05-14' };
  const child = await worker.keyed({
    method: 'POST',
    path: '/api/children',
    body: { full_name, ...facts },
    record: { kind: 'child', tag: full_name, values: facts },
  });
  if (child.status !== 201) return;
  const child_id = String(child.body.id);
  const body = { child_id, ...LEVEL, previous_school: 'TK Melati', how_know_school: 'TEMAN_KELUARGA' };
  const record = { kind: 'registration', tag: child_id, values: { jenjang: 'SD', kelas: '1' } };
  const made = await worker.keyed({ method: 'POST', path: '/api/registrations', body, record });
  if (made.status !== 201 || random.next() < 0.3) return;
  const id = String(made.body.id);
  const link = await upload(worker);
  if (!link) return;
  const proof = await caller.call(person, {
    method: 'PUT',
    path: `/api/registrations/${id}/payment`,
    body: { ...BANK, payment_status: 'paid', payment_evidence_url: link },
    record: { kind: 'fee proof', tag: link.slice(link.lastIndexOf('/') + 1), values: { registration: id } },
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
  const file = link.slice(link.lastIndexOf('/') + 1);
  const amount_paid = random.between(1000, 9999);
  const sent = await worker.keyed({
    method: 'POST',
    path: '/api/enrollment-invoice-payments',
    body: {
      enrollment_invoice_id: invoice,
      amount_paid,
      payment_date: TODAY,
      payment_evidence_url: link,
    },
    record: { kind: 'payment', tag: file, values: { amount: amount_paid, invoice } },
  });
  if (sent.status === 201) desk.payments.push(String(sent.body.id));
};

const look: Step = async ({ person, caller, random }) => {
  const path = random.pick([
    '/api/dashboard',
    '/api/registrations',
    '/api/children',
    '/api/user',
    '/api/config',
  ]);
  await caller.call(person, { method: 'GET', path });
};

/** What parents do, those more often that stand more often. */
export const parentSteps: readonly Step[] = [profile, profile, register, register, pay, pay, look, look];
