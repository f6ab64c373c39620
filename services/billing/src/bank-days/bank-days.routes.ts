import { closeBankDay as closeCall, listBankDays } from '@gerbang/contracts/bank-days';
import { callerOf } from '@gerbang/service-kit/http/caller';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { type BankDay, closingsOfMonth, daysOfMonth } from './bank-days.repository.ts';
import { toDay } from './bank-days.view.ts';
import { closeBankDay } from './close-bank-day.ts';

const keyOf = ({ account_key, day }: BankDay) => `${day} ${account_key}`;

/** Days of the school's accounts by their bank statements. */
export function bankDaysRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  const db = context.database.knex;

  mount(app, verifier, listBankDays, async ({ query: { month } }) => {
    const [days, closings] = await Promise.all([daysOfMonth(db, month), closingsOfMonth(db, month)]);
    const closed = new Map(closings.map((closing) => [keyOf(closing), closing]));
    return days.map((figures) => toDay(figures, closed.get(keyOf(figures))));
  });

  mount(app, verifier, closeCall, ({ identity, request, params }) =>
    closeBankDay(context, callerOf(identity, request), { account_key: params.account, day: params.day }),
  );
}
