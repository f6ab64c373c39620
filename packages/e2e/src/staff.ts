import type { BrowserContext } from 'playwright-core';
import { newPerson, type Person } from './people.ts';
import { signUp } from './portal.ts';

export interface PaidRegistration {
  readonly parent: Person;
  readonly child: string;
  readonly id: string;
}

/** A family with one registration whose proof waits, made behind the scenes; the context is the parent's. */
export async function paidRegistration(
  context: BrowserContext,
  url: string,
  photo: Buffer,
): Promise<PaidRegistration> {
  const parent = newPerson('Rahma Aulia');
  const child = `Anak ${parent.email.slice(4, 12)}`;
  await signUp(context, url, parent);
  const send = async (method: 'post' | 'put', path: string, data: object | Buffer, type?: string) => {
    const answer = await context.request[method](`${url}${path}`, {
      headers: { origin: url, ...(type && { 'content-type': type, 'x-file-name': 'bukti.jpg' }) },
      data,
    });
    if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`);
    return (await answer.json()) as { id: string; fileUrl: string };
  };
  const made = await send('post', '/api/children', {
    full_name: child,
    birth_city: 'Bogor',
    birth_date: '2019-05-02',
  });
  const { id } = await send('post', '/api/registrations', {
    child_id: made.id,
    jenjang: 'SD',
    kelas: '1',
    academic_year: '2026/2027',
  });
  const { fileUrl } = await send('post', '/api/payment-evidence/upload', photo, 'application/octet-stream');
  await send('put', `/api/registrations/${id}/payment`, {
    payment_status: 'paid',
    payment_evidence_url: fileUrl,
    bank_name: 'Bank Contoh',
    bank_account_number: '1234567890',
    bank_account_owner: parent.name,
  });
  return { parent, child, id };
}
