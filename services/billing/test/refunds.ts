import type { Refund } from '@gerbang/contracts/refund-shapes';
import {
  approveRefund,
  beginRefund,
  cancelRefund,
  changeRefund,
  declineRefund,
  moveRefund,
  payRefund,
  requestRefund,
} from '@gerbang/contracts/refunds';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import type { Caller } from '@gerbang/service-kit/testing/door';
import { newKey } from './bank-bookings.ts';
import type { Door } from './door.ts';
import type { World } from './invoice-payments.ts';

export const REFUND_REASON = 'Keluarga pindah ke luar kota';
export const ACCOUNT = { bank_code: '014', number: '0123456789', owner: 'Budi Santoso' } as const;

interface Desk {
  readonly world: World;
  readonly finance: Caller;
  readonly head: Caller;
}

/** A suite's service with two people: finance begins refunds, the head of school agrees to them. */
export function useRefunds(open: () => Promise<World>, onOpen: (desk: Desk) => void): void {
  let world: World;
  beforeAll(async () => {
    world = await open();
    const finance = await world.door.caller('finance', 'Fina Keuangan');
    onOpen({ world, finance, head: await world.door.caller('manager_pendidikan', 'Maya Kepala') });
  });
  afterAll(() => world.close());
}

/** Status and code of a refusal, else the status of the refund. */
export function codeOf({ statusCode, body }: { statusCode: number; body: string }): string {
  const { code, status } = JSON.parse(body) as { code?: string; status?: string };
  return `${statusCode} ${code ?? status}`;
}

type Line = { readonly kind: string; readonly target: string; readonly back: number };

/** Begins a refund of a registration. */
export const begin = (
  door: Door,
  staff: Caller,
  id: string,
  lines: readonly Line[],
  change = {},
  key = newKey(),
) =>
  door.call(beginRefund, staff, {
    body: { registration_id: id, cause: 'goodwill', lines, reason: REFUND_REASON, ...change },
    headers: { 'idempotency-key': key },
  });

const MOVES = {
  request: requestRefund,
  approve: approveRefund,
  decline: declineRefund,
  cancel: cancelRefund,
};

/** Moves a refund at a version; declining and cancelling have a reason. */
export const move = (
  door: Door,
  staff: Caller,
  action: keyof typeof MOVES,
  { id, version }: Pick<Refund, 'id' | 'version'>,
  key = newKey(),
) =>
  door.call(MOVES[action], staff, {
    params: { id },
    body: { version, ...(['decline', 'cancel'].includes(action) && { reason: REFUND_REASON }) },
    headers: { 'idempotency-key': key },
  });

export const edit = (
  door: Door,
  staff: Caller,
  { id, version }: Pick<Refund, 'id' | 'version'>,
  body: object,
) => door.call(changeRefund, staff, { params: { id }, body: { version, ...body } });

/** A draft, with where it goes. */
export async function begun(
  door: Door,
  staff: Caller,
  id: string,
  lines: readonly Line[],
  account: object | null = ACCOUNT,
): Promise<Refund> {
  const answer = await begin(door, staff, id, lines);
  if (answer.statusCode !== 201) throw new Error(answer.body);
  const draft: Refund = answer.json();
  if (account === null) return draft;
  const edited = await edit(door, staff, draft, { account });
  if (edited.statusCode !== 200) throw new Error(edited.body);
  return edited.json();
}

/** A refund that a second person has agreed to. */
export async function approved(
  door: Door,
  staff: Caller,
  head: Caller,
  id: string,
  lines: readonly Line[],
  account: object | null = ACCOUNT,
): Promise<Refund> {
  const requested: Refund = (
    await move(door, staff, 'request', await begun(door, staff, id, lines, account))
  ).json();
  const answer = await move(door, head, 'approve', requested);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json();
}

/** Notes the transfer of a refund today, with a slip, or by a line of the bank. */
export const pay = (
  door: Door,
  staff: Caller,
  { id, version }: Pick<Refund, 'id' | 'version'>,
  body: { readonly proof: string; readonly day?: string } | { readonly bank_line_id: string },
  key = newKey(),
) =>
  door.call(payRefund, staff, {
    params: { id },
    body: { ...('proof' in body && { day: jakartaDay(new Date()) }), version, ...body },
    headers: { 'idempotency-key': key },
  });

export const moveTo = (
  door: Door,
  staff: Caller,
  { id, version }: Pick<Refund, 'id' | 'version'>,
  invoiceId: string,
  key = newKey(),
) =>
  door.call(moveRefund, staff, {
    params: { id },
    body: { invoice_id: invoiceId, version },
    headers: { 'idempotency-key': key },
  });
