import { momentText } from '@gerbang/domain/date-text';
import { changesAccounts, schoolChanges } from '@gerbang/domain/school-changes';
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
export async function tellAccountChange(
  context: Context,
  trx: Db,
  version: VersionRecord,
  active: VersionRecord,
): Promise<void> {
  if (!changesAccounts(schoolChanges(active.settings, version.settings))) return;
  await tellKeepers(context, trx, version, {
    kind: 'official_account_change',
    key: version.status,
    params: { school: version.settings.name, who: proposers(version) },
  });
}

/** Tells the same people that a change whose time has come waits on, with the first reason. */
export async function tellStartBlocked(
  context: Context,
  trx: Db,
  version: VersionRecord,
  { active, reasons: [reason = ''] }: { readonly active: VersionRecord; readonly reasons: readonly string[] },
): Promise<void> {
  if (!changesAccounts(schoolChanges(active.settings, version.settings))) return;
  await tellKeepers(context, trx, version, {
    kind: 'official_account_blocked',
    key: 'blocked',
    params: { reason },
  });
}

async function tellKeepers(
  context: Context,
  trx: Db,
  { id, active_from }: VersionRecord,
  message: {
    readonly kind: 'official_account_change' | 'official_account_blocked';
    /** Tells apart the messages of a kind about one version. */
    readonly key: string;
    readonly params: Readonly<Record<string, string>>;
  },
): Promise<void> {
  if (active_from === null) throw new Error('a version with new accounts has no day');
  const { kind, key } = message;
  const params = {
    ...message.params,
    when: momentText(active_from),
    link: new URL('/admin/setup', context.config.PUBLIC_ORIGIN).href,
  };
  for (const account of await accountKeepers(trx)) {
    const dedupeKey = `${kind}:${id}:${key}:${account.id}`;
    await sendMessage(context, trx, account, { kind, dedupeKey, params });
  }
}
