import type { MissedFamily } from '@gerbang/contracts/missed-messages';
import { maskedPhone } from '@gerbang/domain/masked-phone';
import type { Role } from '@gerbang/domain/roles';
import { presentPhone, type Recipient } from '../accounts/accounts.repository.ts';
import type { Context } from '../context.ts';
import { isAccountRecipient } from '../accounts/recipient-key.ts';
import { recipientOf, toMessageRow } from '../messages/message.view.ts';
import { lastContacts, missedFamilies, missedOf, type MissedMessage } from './missed-messages.repository.ts';

const LIMIT = 50;
/** Messages that a row shows; its number counts them all. */
const SHOWN = 20;

/** The number at which a family is called: its account's, or that of a message to it while no event has told the account's. */
export function phoneOf(
  parts: Pick<Context, 'columns' | 'columnKeys'>,
  account: Recipient,
  missed: readonly MissedMessage[],
): string | null {
  const known = missed.find(({ recipient_key: key }) => key === account.recipient_key);
  const to = presentPhone(parts, account) ?? (known ? recipientOf(parts.columns, known) : null);
  return to === null || isAccountRecipient(to) ? null : to;
}

/** The families that missed messages, the longest wait first, and how many there are. */
export async function missedList(
  { database, columns, columnKeys }: Pick<Context, 'database' | 'columns' | 'columnKeys'>,
  { search, limit = LIMIT }: { readonly search?: string | undefined; readonly limit?: number | undefined },
): Promise<{ families: MissedFamily[]; total: number }> {
  const db = database.knex;
  const records = await missedFamilies(db, columnKeys, { search, limit });
  const ids = records.map(({ id }) => id);
  const messages = Map.groupBy(await missedOf(db, ids), ({ recipient_id: id }) => id);
  const contacts = new Map((await lastContacts(db, ids)).map((one) => [one.account_id, one]));
  const families = records.map((record): MissedFamily => {
    const { id, name, count, since, until } = record;
    const missed = messages.get(id) ?? [];
    const phone = phoneOf({ columns, columnKeys }, record, missed);
    const contact = contacts.get(id);
    return {
      id,
      name,
      phone: phone === null ? null : maskedPhone(phone),
      count,
      since: since.toISOString(),
      until: until.toISOString(),
      missed: missed.slice(0, SHOWN).map((message) => toMessageRow(columns, message)),
      contacted: contact
        ? {
            at: contact.contacted_at.toISOString(),
            by: { name: contact.actor_name, role: contact.actor_role as Role },
            note: contact.note,
          }
        : null,
    };
  });
  return { families, total: records[0]?.total ?? 0 };
}
