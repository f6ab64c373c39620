import { setTimeout as sleep } from 'node:timers/promises';
import { type APIRequestContext, type BrowserContext, type Page, request } from 'playwright-core';
import { demo, type Person } from './people.ts';
import * as portal from './portal.ts';
import { paidRegistration } from './staff.ts';

/** A call behind the scenes as somebody; a refusal ends the test. */
export type Calls = <T = { id: string }>(
  method: 'get' | 'post' | 'put',
  path: string,
  data?: object,
) => Promise<T>;

function calls(requests: APIRequestContext, url: string): Calls {
  return async <T>(method: 'get' | 'post' | 'put', path: string, data?: object) => {
    const answer = await requests[method](`${url}${path}`, {
      headers: { origin: url },
      ...(data && { data }),
    });
    if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
}

/** The calls of a family that is logged in within its window. */
export const ownCalls = (context: BrowserContext, url: string): Calls => calls(context.request, url);

/** The calls of a member of staff of the local run. */
export async function staffCalls(url: string, who: 'admin' | 'kepala' | 'finance'): Promise<Calls> {
  const { email, password } = demo(who);
  const call = calls(await request.newContext(), url);
  await call('post', '/api/login', { identifier: email, password });
  return call;
}

/** Asks until the answer fits: what one area tells another arrives a moment later. */
async function until<T>(ask: () => Promise<T>, fits: (answer: T) => boolean): Promise<T> {
  const end = Date.now() + 60_000;
  for (;;) {
    const answer = await ask();
    if (fits(answer)) return answer;
    if (Date.now() > end) throw new Error(`still ${JSON.stringify(answer)}`);
    await sleep(250);
  }
}

interface OwnDashboard {
  readonly billing: { readonly parent: { readonly to_confirm: { registration_id: string }[] } | null } | null;
}

export interface Accepted {
  readonly parent: Person;
  readonly child: string;
  /** Of the registration. */
  readonly id: string;
}

/** A family whose child was observed and accepted by a published announcement. */
export async function acceptedFamily(context: BrowserContext, url: string, photo: Buffer): Promise<Accepted> {
  const { parent, child, id } = await paidRegistration(context, url, photo);
  const admin = await staffCalls(url, 'admin');
  const registration = `/api/admin/registrations/${id}`;
  await admin('put', `${registration}/verify-payment`, { payment_status: 'verified' });
  const tomorrow = new Date(Date.now() + 31 * 60 * 60 * 1000).toISOString().slice(0, 10);
  await admin('put', `${registration}/stage`, { current_stage: 'obs_scheduled', content: tomorrow });
  await admin('put', `${registration}/stage`, { current_stage: 'obs_attended' });
  await admin('put', `${registration}/stage`, { current_stage: 'waiting_announcement' });
  const students = await until(
    () => admin<{ id: string; child_id: string }[]>('get', '/api/admin/announcements/students-waiting/SD'),
    (rows) => rows.some((row) => row.id === id),
  );
  const child_id = students.find((row) => row.id === id)?.child_id;
  const announcement = await admin('post', '/api/admin/announcements', {
    title: `Hasil observasi ${child}`,
    content: 'Terima kasih telah mengikuti observasi.',
    observation_period: 'November 2026',
    jenjang: 'SD',
    results: [{ child_id, registration_id: id, result: 'passed' }],
  });
  const head = await staffCalls(url, 'kepala');
  const path = `/api/admin/announcements/${announcement.id}`;
  await admin('put', `${path}/submit`);
  await head('put', `${path}/review`, { status: 'approved' });
  await head('post', `${path}/publish`);
  const own = ownCalls(context, url);
  // The family can confirm once billing knows of it, which is after admission does.
  await until(
    () => own<OwnDashboard>('get', '/api/dashboard'),
    ({ billing }) => billing?.parent?.to_confirm.some((one) => one.registration_id === id) ?? false,
  );
  return { parent, child, id };
}

/** Finance processes the confirmation of a registration and makes its scheme; answers the confirmation's id. */
export async function makeScheme(
  finance: Calls,
  own: Calls,
  registrationId: string,
  scheme: object,
): Promise<string> {
  const { id, child_id } = await own<{ id: string; child_id: string }>(
    'get',
    `/api/enrollment-confirmations/registration/${registrationId}`,
  );
  await finance('put', `/api/admin/enrollment-confirmations/${id}/status`, { status: 'processed' });
  await finance('post', '/api/enrollment-payment-schemes', {
    enrollment_confirmation_id: id,
    registration_id: registrationId,
    child_id,
    grade_level: 'SD',
    payment_period: 'Gelombang 1',
    ...scheme,
  });
  return id;
}

export interface OwnInvoice {
  readonly id: string;
  readonly invoice_number: string;
  readonly total_amount: number;
  readonly remaining: number;
  readonly status: string;
  readonly payable: boolean;
}

/** Finance looks at the payment that waits on an invoice; answers the payment. */
export async function decidePayment(
  finance: Calls,
  invoiceId: string,
  decision: { action: 'verify' } | { action: 'reject'; rejection_reason: string },
): Promise<{ id: string; receipt_number: string | null }> {
  const payments = await finance<{ id: string; verification_status: string }[]>(
    'get',
    `/api/enrollment-invoice-payments/invoice/${invoiceId}`,
  );
  const waiting = payments.find((one) => one.verification_status === 'pending');
  if (!waiting) throw new Error(`nothing waits on ${invoiceId}`);
  return finance('put', `/api/admin/enrollment-invoice-payments/${waiting.id}/verify`, decision);
}

/** Opens the dialog of an invoice on /tagihan, uploads a proof and sends the amount (all that remains where absent). */
export async function payInvoice(
  page: Page,
  number: string,
  proof: { name: string; mimeType: string; buffer: Buffer },
  amount?: string,
): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`: ${number}$`, 'u') }).click();
  const dialog = page.getByRole('dialog');
  const field = dialog.getByLabel('Jumlah pembayaran', { exact: true });
  await field.waitFor();
  if (amount !== undefined) await field.fill(amount);
  await dialog.getByLabel('Bukti pembayaran', { exact: true }).setInputFiles(proof);
  await portal.seeToast(page, 'Berhasil', 'File berhasil diupload');
  await dialog.getByRole('button', { name: 'Kirim pembayaran', exact: true }).click();
  await portal.seeToast(
    page,
    'Pembayaran berhasil disubmit',
    'Bukti pembayaran akan diverifikasi oleh tim keuangan.',
  );
  await dialog.waitFor({ state: 'detached' });
}
