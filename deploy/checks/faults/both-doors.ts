import { setTimeout as sleep } from 'node:timers/promises';
import { call, callUntilAnswered, type Person } from './client.ts';
import { ownerUrl, rowsOf } from './databases.ts';
import { newParent, waitFor } from './people.ts';
import { PICTURE } from './parents.ts';
import { freeInvoices } from './plans.ts';
import type { World } from './world.ts';

const TRIES = 20;
const PATH = '/api/admin/enrollment-invoice-payments';

/** A session made at one gateway works at the other, and its end there is its end everywhere, at once. */
export async function sessionsAtBoth(
  [first, second]: readonly [string, string],
  times: number,
): Promise<string[]> {
  const wrong: string[] = [];
  const asked = { method: 'GET', path: '/api/user' };
  for (let turn = 0; turn < times; turn += 1) {
    const parent = await newParent(turn % 2 === 0 ? first : second);
    for (const url of [first, second]) {
      const answer = await callUntilAnswered(url, parent, asked);
      if (answer.status !== 200) wrong.push(`a session answered ${answer.status} at the other gateway`);
    }
    const out = await callUntilAnswered(second, parent, { method: 'POST', path: '/api/logout' });
    if (out.status !== 200) wrong.push(`logout answered ${out.status}`);
    for (const url of [first, second]) {
      const answer = await callUntilAnswered(url, parent, asked);
      if (answer.status !== 401) wrong.push(`after the logout a session answered ${answer.status}`);
    }
  }
  return wrong;
}

/** One payment that waits, of a family of its own choosing. */
async function waitingPayment(url: string, parent: Person, invoice: string): Promise<string> {
  const body = { fileData: PICTURE, fileName: 'bukti.png', contentType: 'image/png' };
  const file = await callUntilAnswered(url, parent, {
    method: 'POST',
    path: '/api/payment-evidence/upload',
    body,
  });
  const sent = await callUntilAnswered(url, parent, {
    method: 'POST',
    path: '/api/enrollment-invoice-payments',
    body: {
      enrollment_invoice_id: invoice,
      amount_paid: 1234,
      payment_date: '2026-11-20',
      payment_evidence_url: String(file.body.fileUrl),
    },
  });
  if (sent.status !== 201) throw new Error(`A payment answered ${sent.status}: ${JSON.stringify(sent.body)}`);
  return String(sent.body.id);
}

/** Four calls at once, again where all of them found a part down; answers their statuses. */
async function verifiedAtOnce(
  urls: readonly [string, string],
  id: string,
  staff: World['people']['staff'],
): Promise<(number | null)[]> {
  const all: (number | null)[] = [];
  for (let tries = 0; tries < TRIES && !all.some((status) => status === 200 || status === 409); tries += 1) {
    const answers = await Promise.all(
      [...urls, ...urls].map((url, at) =>
        call(url, at < 2 ? staff.finance : staff.admin, {
          method: 'PUT',
          path: `${PATH}/${id}/verify`,
          body: { action: 'verify' },
        }),
      ),
    );
    all.push(...answers.map(({ status }) => status));
  }
  return all;
}

/** The same payments verified at once through both gateways: one effect, one message each. */
export async function verifiedAtBoth(
  { stack, people, sentLog }: World,
  urls: readonly [string, string],
  times: number,
): Promise<string[]> {
  const wrong: string[] = [];
  const free = await freeInvoices(
    stack,
    people.parents.map(({ id }) => id),
  );
  const ids: string[] = [];
  for (const parent of people.parents) {
    const invoice = free.get(parent.id)?.[0];
    if (invoice && ids.length < times) ids.push(await waitingPayment(stack.url, parent, invoice));
  }
  for (const id of ids) {
    const statuses = await verifiedAtOnce(urls, id, people.staff);
    const effects = statuses.filter((status) => status === 200).length;
    const known = statuses.every(
      (status) => status === 200 || status === 409 || status === null || status >= 502,
    );
    if (effects > 1 || !known) wrong.push(`one payment was answered ${statuses.join(', ')}`);
  }
  const ledger = await rowsOf(
    ownerUrl(stack, 'billing'),
    'select 1 from invoice_ledger where payment_id = any($1)',
    [ids],
  );
  if (ledger.length !== ids.length)
    wrong.push(`${ledger.length} rows of the ledger for ${ids.length} payments`);
  const keys = ids.map((id) => `invoice_payment_verified:${id}`);
  const text = `select id from notifications where dedupe_key = any($1) and status in ('sent', 'delivered')`;
  const rows = () => rowsOf<{ id: string }>(ownerUrl(stack, 'notification'), text, [keys]);
  await waitFor('the messages of the payments', async () => (await rows()).length === ids.length, 120_000);
  // A second send would come from the other worker, which had the same bell.
  await sleep(500);
  await sentLog.read();
  const sent = sentLog.perRow();
  for (const { id } of await rows()) {
    if (sent.get(id) !== 1) wrong.push(`a message went ${sent.get(id) ?? 0} times`);
  }
  return wrong;
}
