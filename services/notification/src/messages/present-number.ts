import { isLetterKind } from '@gerbang/contracts/letter-templates';
import { SECURITY_NOTICES } from '@gerbang/contracts/message-kinds';
import { keptText } from '@gerbang/contracts/message-texts';
import { plainValues } from '@gerbang/contracts/message-values';
import type { Db } from '@gerbang/service-kit/data/database';
import { z } from 'zod';
import { activeAccount, presentPhone } from '../accounts/accounts.repository.ts';
import type { Context } from '../context.ts';
import { messageAad } from '../delivery/claims.repository.ts';
import { accountRecipient, recipientKey } from '../accounts/recipient-key.ts';
import { recipientOf } from './message.view.ts';
import { type MessageRecord, readdress, valuesOf } from './messages.repository.ts';

const valuesSchema = z.array(z.string());

/**
 * Readdresses a locked message to the number that its account has by now, and returns to whom it goes: the former one may be
 * a stranger's. To a number that is not proved it goes without a word of the family's. Notices of security stay, because some
 * are for the owner of the former number.
 */
export async function toPresentNumber(
  trx: Db,
  { columns, columnKeys }: Pick<Context, 'columns' | 'columnKeys'>,
  message: MessageRecord,
): Promise<string> {
  const { id, kind, recipient_id: accountId } = message;
  const before = recipientOf(columns, message);
  const stays = isLetterKind(kind) || SECURITY_NOTICES.some((one) => one === kind);
  const account = stays || accountId === null ? undefined : await activeAccount(trx, accountId);
  if (!account || isLetterKind(kind)) return before;
  const phone = presentPhone({ columns, columnKeys }, account);
  const to = account.recipient_key === null ? accountRecipient(account.id) : (phone ?? before);
  const isUnproved = account.phone_verified === false;
  if (to === before && !isUnproved) return before;
  const sealed = isUnproved ? await valuesOf(trx, id) : null;
  const plain =
    sealed && plainValues(kind, valuesSchema.parse(columns.open(sealed, messageAad('params', id))));
  await readdress(trx, id, {
    recipient_sealed: columns.seal(to, messageAad('recipient', id)),
    recipient_key: recipientKey(columnKeys, to),
    ...(plain && {
      params_sealed: columns.seal(plain, messageAad('params', id)),
      message: keptText(kind, plain),
    }),
  });
  return to;
}
