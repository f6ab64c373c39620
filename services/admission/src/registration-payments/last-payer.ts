import type { getLastPayer } from '@gerbang/contracts/registration-payments';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { ownRegistrations } from '../registration-record/registrations.repository.ts';
import { accountNumberOf } from '../registration-record/registrations.view.ts';
import type { Tables } from '../database.types.ts';

type Payer = z.output<(typeof getLastPayer)['response'][200]>;
type Row = Pick<Tables['registrations'], 'id' | 'bank_name' | 'bank_account_number' | 'bank_account_owner'>;

/** The account of this family's newest fee proof, for the form of a sibling; every field null before the first one. */
export async function readLastPayer(
  context: Pick<Context, 'columns' | 'database'>,
  userId: string,
): Promise<Payer> {
  const last = await ownRegistrations(context.database.knex, userId)
    .clearSelect()
    .whereNotNull('registrations.bank_account_number')
    .orderBy('registrations.updated_at', 'desc')
    .first<Row | undefined>(
      'registrations.id',
      'registrations.bank_name',
      'registrations.bank_account_number',
      'registrations.bank_account_owner',
    );
  if (!last) return { bank_name: null, bank_account_number: null, bank_account_owner: null };
  const { bank_name, bank_account_owner } = last;
  return { bank_name, bank_account_owner, bank_account_number: accountNumberOf(context, last) };
}
