import { getPayRequest, refreshPayRequest } from '@gerbang/contracts/pay-requests';
import type { Caller } from '@gerbang/service-kit/testing/door';
import { invoiceOf } from './payment-calls.ts';
import { ask, type BankWorld } from './pay-requests.ts';

/** A family with an invoice and an open request for it. */
export async function askedFor(world: BankWorld, total = 5_000_000, more: object = {}) {
  const made = await invoiceOf(world, total);
  const body = { kind: 'invoice', id: made.invoice.id, channel: 'va', ...more };
  const answer = await ask(world.door, made.family, body);
  expect(answer.statusCode).toBe(201);
  const request = answer.json();
  return { ...made, body, request, no: String((await requestRow(world, request.id)).request_no) };
}

/** A request as the database has it. */
export const requestRow = ({ door }: BankWorld, id: string) => door.db('pay_requests').where({ id }).first();

/** Money of a request that stands unapplied. */
export const receiptsOf = ({ door }: BankWorld, id: string) =>
  door.db('unapplied_receipts').where({ pay_request_id: id }).select('cause', 'amount', 'status');

/** Where a request stands for its family. */
export const stateOf = async ({ door }: BankWorld, family: Caller, id: string) =>
  (await door.call(getPayRequest, family, { params: { id } })).json();

/** Asks the provider, as finance does. */
export const askProvider = async ({ door }: BankWorld, staff: Caller, id: string) =>
  door.call(refreshPayRequest, staff, { params: { id } });
