import type { z } from 'zod';
import { audit } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { notFound, tooMany } from '@gerbang/service-kit/http/problems';
import type { Caller } from '../account-record/caller.ts';
import { conflict } from '../account-record/conflicts.ts';
import { counterAccount, markInvited, schoolName } from '../account-record/counter-accounts.repository.ts';
import { currentActor } from '../account-record/user-administration.ts';
import { type Account, lockAccount } from '../account-record/users.repository.ts';
import type { Context } from '../context.ts';
import type { inviteImportedFamilies } from '@gerbang/contracts/internal-calls';
import { lockAccountKey, mayRequestCode } from './password-resets.repository.ts';
import { makeCode } from './request-reset.ts';

const HOURS = 72;
/** No name goes to a number that is not proved: it may be another family's. */
const CHILD = 'putra/putri Anda';

/**
 * Sends a reset code of 72 hours with the message of the counter, under the limits of all codes; false where they hold it back, and
 * where another account has proved the number since: this one has none then.
 */
async function invite(
  context: Context,
  trx: Db,
  account: Account,
  {
    requestId,
    priority = 'code',
  }: { readonly requestId?: string | undefined; readonly priority?: 'code' | 'bulk' } = {},
): Promise<boolean> {
  if (account.contact_phone === null) return false;
  const keys = { key: account.id, guard: account.id, device: undefined };
  await lockAccountKey(trx, keys.key);
  if (!(await mayRequestCode(trx, keys, context.resetLimits))) return false;
  const code = await makeCode(context, trx, { account, key: account.id }, HOURS * 60);
  await context.outbox.publish(
    trx,
    'message.requested',
    {
      dedupeKey: `counter-invitation:${code.id}`,
      kind: 'counter_invitation',
      to: account.contact_phone,
      accountId: null,
      params: {
        child: CHILD,
        school: (await schoolName(trx)) ?? 'sekolah',
        // Browsers keep what stands behind the `#` to themselves.
        link: `${context.config.PUBLIC_ORIGIN}/reset-password#kode=${code.digits}`,
      },
      priority,
      expiresAt: code.expires.toISOString(),
    },
    { ...(requestId && { requestId }) },
  );
  await markInvited(trx, account.id);
  return true;
}

/** Sends the invitation again; 409 once the family has a password of its own or no number any more, 429 over the limits of codes. */
export async function inviteAgain(
  context: Context,
  actorId: string,
  userId: string,
  origin: Caller,
): Promise<void> {
  await context.database.transaction(async (trx) => {
    const actor = await currentActor(trx, actorId, 'counter.write');
    const account = await lockAccount(trx, userId);
    if (account?.role !== 'wali_murid') throw notFound('Keluarga tidak ditemukan');
    if (!(await counterAccount(trx, userId))) {
      throw conflict(
        'has_password',
        'Keluarga ini sudah punya kata sandi. Bila lupa, pakai "Lupa Password" di halaman masuk.',
      );
    }
    if (account.contact_phone === null) {
      throw conflict(
        'no_login_phone',
        'Keluarga ini tidak punya nomor WhatsApp lagi: nomornya dibuktikan akun lain. Ajukan nomor baru di halaman “Nomor Hilang”.',
      );
    }
    if (!(await invite(context, trx, account, { requestId: origin.requestId }))) throw tooMany(60);
    await audit(trx, { action: 'family.invited', actor, subject: userId, origin });
  });
}

/** Sends the first invitation of an account from the counter, whose first child was entered; one that was invited gets none. */
export async function inviteOnce(context: Context, trx: Db, userId: string): Promise<void> {
  const account = await lockAccount(trx, userId);
  const made = account && (await counterAccount(trx, userId));
  if (account && made && made.invited_at === null) await invite(context, trx, account);
}

type Invited = (typeof inviteImportedFamilies)['body'];

/** Sends the message of an invitation to a member of staff, with a link that opens nothing. */
async function sendTest(
  context: Context,
  { actor_id, key }: NonNullable<z.output<Invited>['test']>,
  requestId: string,
): Promise<void> {
  await context.database.transaction(async (trx) => {
    const staff = await lockAccount(trx, actor_id);
    if (!staff?.contact_phone) {
      throw conflict(
        'phone_unknown',
        'Akun Anda belum punya nomor WhatsApp untuk pesan uji. Isi dulu di Akun Saya.',
      );
    }
    await context.outbox.publish(
      trx,
      'message.requested',
      {
        dedupeKey: `counter-invitation-test:${key}`,
        kind: 'counter_invitation',
        to: staff.contact_phone,
        accountId: null,
        params: {
          child: CHILD,
          school: (await schoolName(trx)) ?? 'sekolah',
          link: `${context.config.PUBLIC_ORIGIN}/reset-password`,
        },
        priority: 'normal',
      },
      { requestId },
    );
  });
}

/**
 * Invites families of an import, each once, under the limits of codes; a test goes to the member of staff instead. Returns how
 * many messages were asked for.
 */
export async function inviteImported(
  context: Context,
  { user_ids, test }: z.output<Invited>,
  requestId: string,
): Promise<{ invited: number }> {
  if (test) {
    await sendTest(context, test, requestId);
    return { invited: 1 };
  }
  let invited = 0;
  for (const id of user_ids) {
    invited += await context.database.transaction(async (trx) => {
      const account = await lockAccount(trx, id);
      const made = account && (await counterAccount(trx, id));
      if (!account || made?.invited_at !== null) return 0;
      return (await invite(context, trx, account, { requestId, priority: 'bulk' })) ? 1 : 0;
    });
  }
  return { invited };
}
