import { CHOOSABLE_KINDS } from '@gerbang/contracts/message-kinds';
import { type NotificationSettings } from '@gerbang/contracts/notifications';
import type { MessageChannel } from '@gerbang/domain/messages';
import type { Db } from '@gerbang/service-kit/data/database';
import { refusedField } from '@gerbang/service-kit/http/problems';
import { takesLetters } from '../accounts/accounts.repository.ts';
import type { Context } from '../context.ts';
import { titleOf } from './inbox.copy.ts';
import { saveSettings, settingsOf } from './inbox.repository.ts';

/** What goes where nothing was chosen, or what was chosen is not possible any more. */
const USUAL: MessageChannel = 'whatsapp';

type Parts = Pick<Context, 'database' | 'letters'>;

/** The channels that an account can choose at the moment. */
async function choicesOf(db: Db, { letters }: Parts, accountId: string): Promise<MessageChannel[]> {
  return letters !== null && (await takesLetters(db, accountId)) ? [USUAL, 'email'] : [USUAL];
}

/** The channel of each kind that allows a choice, with what the account can choose. */
export async function readSettings(parts: Parts, accountId: string): Promise<NotificationSettings> {
  const { database } = parts;
  const choices = await choicesOf(database.knex, parts, accountId);
  const chosen = await settingsOf(database.knex, accountId);
  const channelOf = (kind: string) => choices.find((channel) => channel === chosen.get(kind)) ?? USUAL;
  return {
    kinds: CHOOSABLE_KINDS.map((kind) => ({
      kind,
      label: titleOf(kind),
      channel: channelOf(kind),
      choices,
    })),
  };
}

/** Sets the channel of these kinds; 422 for a channel that the account cannot choose. Others stay as they are. */
export async function changeSettings(
  parts: Parts,
  accountId: string,
  wanted: readonly { readonly kind: string; readonly channel: MessageChannel }[],
): Promise<NotificationSettings> {
  await parts.database.transaction(async (trx) => {
    const choices = await choicesOf(trx, parts, accountId);
    const at = wanted.findIndex(({ channel }) => !choices.includes(channel));
    if (at >= 0) {
      throw refusedField(
        'channel_not_available',
        `kinds.${at}.channel`,
        'Verifikasi alamat email Anda terlebih dahulu untuk memilih email.',
      );
    }
    await saveSettings(trx, accountId, wanted);
  });
  return readSettings(parts, accountId);
}
