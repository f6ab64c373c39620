import {
  type listNumberRequests,
  ownNumberRequestSchema,
  type NumberAccount,
  type NumberRequest,
} from '@gerbang/contracts/number-requests';
import type { NumberCheck } from '@gerbang/domain/number-requests';
import { maskedPhone } from '@gerbang/domain/masked-phone';
import type { Db } from '@gerbang/service-kit/data/database';
import type { List } from '@gerbang/service-kit/http/paging';
import { shown } from '@gerbang/service-kit/http/shown';
import type { z } from 'zod';
import type { Account } from '../account-record/users.repository.ts';
import { type NumberRequestRow, type ShownRequest, shownRequests } from './number-requests.repository.ts';

/** A request as the account's owner gets it: who opened and decided it stands in the trail. */
export function toOwnNumberRequest(row: NumberRequestRow) {
  return {
    ...shown(ownNumberRequestSchema, row),
    checked: row.checked as NumberCheck[],
    failure: row.failure,
  };
}

/** A request as staff see it. */
export function toNumberRequest(row: ShownRequest): NumberRequest {
  const { old_phone, ...request } = toOwnNumberRequest(row);
  const decider = row.decided_by !== null && row.decider_role !== null;
  return {
    ...request,
    account: toNumberAccount({
      id: row.user_id,
      name: row.account_name,
      role: row.account_role,
      email: row.account_email,
      contact_phone: old_phone,
    }),
    opened_by: { id: row.opened_by, name: row.opener_name, role: row.opener_role },
    decided_by: decider ? { id: row.decided_by, name: row.decider_name, role: row.decider_role } : null,
  };
}

/** An account by which staff recognise its owner. */
export function toNumberAccount({
  id,
  name,
  role,
  email,
  contact_phone: phone,
}: Pick<Account, 'id' | 'name' | 'role' | 'email' | 'contact_phone'>): NumberAccount {
  return { id, name, role, email, phone: phone === null ? null : maskedPhone(phone) };
}

type Query = z.output<(typeof listNumberRequests)['query']>;

/** All requests, the newest first. */
export function numberRequestList(db: Db, query: Query): List<ShownRequest, NumberRequest> {
  return {
    table: 'number_requests',
    keys: { opened_at: 'number_requests.opened_at' },
    defaultSort: '-opened_at',
    rows: () => shownRequests(db, query),
    toItems: (rows) => rows.map(toNumberRequest),
  };
}
