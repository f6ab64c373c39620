/**
 * Changes of money that a second person has to agree to.
 *
 * A kind is added in three places: its name in `MONEY_REQUEST_KINDS` of the domain (and in the check of the table), a
 * `RequestKind` in the folder of the feature that carries it out, and that value in the list of `money-kinds.ts`. The
 * feature asks with `askSecondPerson`, in the transaction in which it holds the lock of the subject: two requests for one
 * subject then never meet. `apply` runs in the transaction of the approval, which holds the request's lock only: it takes
 * the locks of the subject itself, checks its rules again, and throws the refusal of the feature where they no longer
 * hold; the request then goes on waiting, and can be withdrawn.
 */
import type { MoneyRequestKind } from '@gerbang/domain/money-requests';
import type { Caller } from '@gerbang/service-kit/http/caller';
import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import type { MoneyRequestRecord } from './money-requests.repository.ts';

/** How an approved request of a kind is carried out; the caller is the second person. */
export interface RequestKind {
  readonly kind: MoneyRequestKind;
  readonly apply: (
    context: Context,
    trx: Knex.Transaction,
    caller: Caller,
    request: MoneyRequestRecord,
  ) => Promise<void>;
}
