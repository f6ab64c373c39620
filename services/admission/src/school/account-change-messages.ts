import { jakartaMoment } from '@gerbang/domain/jakarta-time';
import type { Db } from '@gerbang/service-kit/data/database';
import { sendMessage } from '@gerbang/service-kit/events/account-messages';
import type { Context } from '../context.ts';
import { accountKeepers, type VersionRecord } from './school-versions.repository.ts';

/** The people who changed money in this version, as a sentence names them. */
function proposers({ edited_by, activated_by_name }: VersionRecord): string {
  const names = edited_by.filter(({ money }) => money).map(({ name }) => name ?? 'akun tanpa nama');
  return names.join(', ') || (activated_by_name ?? 'Sistem');
}

/**
 * Warns everyone who answers for the school's money that its official accounts will change, and once more when they have:
 * such a change is what a thief of a staff account would make.
 */
export async function tellAccountChange(context: Context, trx: Db, version: VersionRecord): Promise<void> {
  const { active_from, status } = version;
  if (active_from === null) throw new Error('a version with new accounts has no day');
  const params = {
    school: version.settings.name,
    when: jakartaMoment(active_from),
    who: proposers(version),
    link: new URL('/admin/setup', context.config.PUBLIC_ORIGIN).href,
  };
  for (const account of await accountKeepers(trx)) {
    await sendMessage(context, trx, account, {
      kind: 'official_account_change',
      dedupeKey: `official_account_change:${version.id}:${status}:${account.id}`,
      params,
    });
  }
}
