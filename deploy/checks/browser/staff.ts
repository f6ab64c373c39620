import type { BrowserContext } from 'playwright-core';
import { newPerson, type Person } from './people.ts';
import { signUp } from './portal.ts';

/** One registration as the tests speak of it. */
export interface Made {
  readonly child: string;
  readonly id: string;
}

export interface PaidRegistration extends Made {
  readonly parent: Person;
}

/** Calls behind the scenes with the context's session; a refusal ends the test. */
export function caller(context: BrowserContext, url: string) {
  return async <T>(method: 'post' | 'put' | 'patch', path: string, data: object | Buffer): Promise<T> => {
    const file = Buffer.isBuffer(data);
    const answer = await context.request[method](`${url}${path}`, {
      headers: {
        origin: url,
        ...(file && { 'content-type': 'application/octet-stream', 'x-file-name': 'bukti.jpg' }),
      },
      data,
    });
    if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
}

export type Call = ReturnType<typeof caller>;

/** A child of the family that is logged in, registered for class 1. */
export async function registerOne(call: Call, child: string): Promise<Made> {
  const made = await call<{ id: string }>('post', '/api/children', {
    full_name: child,
    birth_city: 'Bogor',
    birth_date: '2019-05-02',
  });
  const { id } = await call<{ id: string }>('post', '/api/registrations', {
    child_id: made.id,
    jenjang: 'SD',
    kelas: '1',
    academic_year: '2026/2027',
  });
  return { child, id };
}

/** Sends the family's proof, so that it waits for finance. */
export async function payOne(call: Call, { id }: Made, owner: string, proof: Buffer): Promise<void> {
  const { fileUrl } = await call<{ fileUrl: string }>('post', '/api/payment-evidence/upload', proof);
  await call('put', `/api/registrations/${id}/payment`, {
    payment_status: 'paid',
    payment_evidence_url: fileUrl,
    bank_name: 'Bank Contoh',
    bank_account_number: '1234567890',
    bank_account_owner: owner,
  });
}

/** A new family with a registration for each name, each with a proof that waits; the context is the parent's. */
export async function paidFamily(
  context: BrowserContext,
  url: string,
  {
    children,
    proof,
    name = 'Rahma Aulia',
    profile,
  }: {
    children: readonly string[];
    proof: Buffer;
    name?: string;
    /** What the family says of itself; nothing when it is left out. */
    profile?: Record<string, string>;
  },
): Promise<{ parent: Person; made: Made[] }> {
  const parent = newPerson(name);
  await signUp(context, url, parent);
  const call = caller(context, url);
  if (profile) await call('patch', '/api/parent', profile);
  const made: Made[] = [];
  for (const child of children) {
    const one = await registerOne(call, child);
    await payOne(call, one, parent.name, proof);
    made.push(one);
  }
  return { parent, made };
}

/** A word that nobody else's children have in their names: the search finds the test's own registrations by it. */
export function ownWord(): string {
  const letters = Array.from({ length: 7 }, () => String.fromCharCode(97 + Math.floor(Math.random() * 26)));
  return `Q${letters.join('')}`;
}

/** A family with one registration whose proof waits, made behind the scenes; the context is the parent's. */
export async function paidRegistration(
  context: BrowserContext,
  url: string,
  proof: Buffer,
): Promise<PaidRegistration> {
  const { parent, made } = await paidFamily(context, url, { children: [`Anak ${ownWord()}`], proof });
  const [one] = made;
  if (!one) throw new Error('no registration');
  return { parent, ...one };
}

/** Staff's decision about a fee, behind the scenes. */
export const decideFee = (call: Call, { id }: Made, decision: 'verified' | 'rejected') =>
  call('put', `/api/admin/registrations/${id}/verify-payment`, {
    payment_status: decision,
    ...(decision === 'rejected' && { rejection_reason: 'Jumlah transfer belum sesuai.' }),
  });

/** Moves a registration on, behind the scenes. */
export const moveOne = (call: Call, { id }: Made, stage: object) =>
  call('put', `/api/admin/registrations/${id}/stage`, stage);
