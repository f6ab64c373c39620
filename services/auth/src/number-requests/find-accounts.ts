import type { NumberAccount } from '@gerbang/contracts/number-requests';
import { maskedAddress } from '@gerbang/domain/masked-phone';
import { NUMBER_ACCOUNTS_MAX } from '@gerbang/domain/number-requests';
import { audit, type Origin } from '@gerbang/service-kit/audit/audit';
import { tooMany } from '@gerbang/service-kit/http/problems';
import { countRequest, localLimit } from '../account-record/throttle.repository.ts';
import type { Context } from '../context.ts';
import { currentActor } from '../account-record/user-administration.ts';
import { accountsToFind } from './number-requests.repository.ts';
import { toNumberAccount } from './number-requests.view.ts';

/**
 * The accounts that a request can be opened for, with masked addresses. 429 after the look-ups of an hour; each leaves a row
 * in the trail, without the words that were looked for.
 */
export async function findAccounts(
  context: Context,
  actorId: string,
  search: string,
  origin: Origin,
): Promise<NumberAccount[]> {
  const { config, database } = context;
  const most = localLimit(config, config.ACCOUNT_SEARCHES_PER_HOUR);
  const wait = await countRequest(database.knex, 'account_search', actorId, most);
  if (wait > 0) throw tooMany(wait, 'Terlalu banyak pencarian akun dalam satu jam. Silakan coba lagi nanti.');
  const found = await accountsToFind(database.knex, search, NUMBER_ACCOUNTS_MAX);
  await database.transaction(async (trx) => {
    await audit(trx, {
      action: 'accounts.searched',
      actor: await currentActor(trx, actorId, 'number_requests.open'),
      subject: actorId,
      details: { found: found.length },
      origin,
    });
  });
  return found.map((account) => ({ ...toNumberAccount(account), email: maskedAddress(account.email) }));
}
