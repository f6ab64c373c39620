import type { BankLine, listBankLines as call } from '@gerbang/contracts/bank-statements';
import type { Role } from '@gerbang/domain/roles';
import type { List } from '@gerbang/service-kit/http/paging';
import type { z } from 'zod';
import type { LineRecord } from '../bank-line-record/bank-lines.repository.ts';
import { toLines } from '../bank-line-record/bank-lines.view.ts';
import type { Context } from '../context.ts';
import { listedLines } from './bank-statements.repository.ts';

/** The lines of money that came in, or went out, as this role sees them. */
export function lineList(
  context: Context,
  role: Role,
  query: z.output<(typeof call)['query']>,
): List<LineRecord, BankLine> {
  const db = context.database.knex;
  return {
    table: 'bank_lines',
    keys: { booked_on: 'bank_lines.booked_on', amount: 'bank_lines.amount' },
    defaultSort: '-booked_on',
    rows: () => listedLines(db, query),
    toItems: (records) => toLines(context, db, records, role),
  };
}
