import { randomUUID } from 'node:crypto';
import { call, type Person } from '../client.ts';
import { ownerUrl, rowsOf } from '../databases.ts';
import type { Fault } from '../fault.ts';
import { PICTURE } from '../parents.ts';
import { freeInvoices } from '../plans.ts';
import { underLoad } from '../under-load.ts';
import type { World } from '../world.ts';

const TIMES = 5;
const PATH = '/api/admin/enrollment-invoice-payments';

/** One payment whose answer is cut off, and the same once more; answers what is wrong. */
async function payCut({ stack, billingLine }: World, staff: Person, invoice: string): Promise<string[]> {
  const body = { fileData: PICTURE, fileName: 'bukti.png', contentType: 'image/png' };
  const file = await call(stack.url, staff, { method: 'POST', path: '/api/payment-evidence/upload', body });
  const link = String(file.body.fileUrl);
  const request = {
    method: 'POST',
    path: PATH,
    key: randomUUID(),
    body: {
      enrollment_invoice_id: invoice,
      amount_paid: 1500,
      payment_date: '2026-11-20',
      payment_evidence_url: link,
      auto_verify: true,
    },
  };
  billingLine.set({ is: 'cutting', marker: `POST ${PATH}` });
  const first = await call(stack.url, staff, request);
  const again = await call(stack.url, staff, request);
  const rows = await rowsOf<{ id: string }>(
    ownerUrl(stack, 'billing'),
    'select id from enrollment_invoice_payments where payment_evidence_file_id = $1',
    [link.slice(link.lastIndexOf('/') + 1)],
  );
  const wrong: string[] = [];
  if (first.status !== 502 && first.status !== 503) wrong.push(`the cut answer became ${first.status}`);
  if (again.status !== 201) wrong.push(`the same again answered ${again.status}`);
  if (rows.length !== 1) wrong.push(`there are ${rows.length} payments`);
  if (rows[0]?.id !== again.body.id) wrong.push('the second answer tells of another payment');
  return wrong;
}

/** The line is cut after the request was written: the same Idempotency-Key gives the first result. */
export const cutAnswers: Fault = {
  id: 'F11',
  title: 'answers of billing cut off, then asked for again',
  seeded: false,
  async run({ world: shared, seed }) {
    const world = await shared();
    const { stack, people, billingLine } = world;
    const invoices = [
      ...(
        await freeInvoices(
          stack,
          people.parents.map(({ id }) => id),
        )
      ).values(),
    ].flat();
    const wrong: string[] = [];
    const before = billingLine.figures.cut;
    for (const invoice of invoices.slice(0, TIMES))
      wrong.push(...(await payCut(world, people.staff.finance, invoice)));
    const cut = billingLine.figures.cut - before;
    if (cut !== TIMES) wrong.push(`${cut} of ${TIMES} answers were cut`);
    return underLoad(world, { seed }, async () => ({ did: `${TIMES} payments`, wrong, figures: { cut } }));
  },
};
