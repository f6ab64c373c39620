import * as calls from '@gerbang/contracts/internal-calls';
import { callInternal } from '@gerbang/service-kit/http/internal';
import {
  Problem,
  refusedField,
  tooMany,
  unauthorized,
  unavailable,
} from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Context } from '../context.ts';

type Calling = Pick<Context, 'config'>;

async function callAuth<B extends z.ZodObject>(
  { config }: Calling,
  call: calls.InternalCall<B>,
  body: z.input<B>,
  requestId: string | undefined,
): Promise<{ status: number; code: unknown }> {
  const target = { origin: config.AUTH_URL, key: config.INTERNAL_KEY, requestId };
  const response = await callInternal(call, target, body);
  return { status: response.status, code: (response.body as { code?: unknown }).code };
}

const refused = (status: number, code: unknown) =>
  unavailable(5, new Error(`auth responded ${status} ${String(code)}`));

/**
 * Makes the number a login identifier of the account. A repeated claim is one claim, so it may run before the caller's
 * transaction. 409 where another account has the number, 401 where the account is gone.
 */
export async function claimLoginPhone(
  context: Calling,
  claim: { userId: string; phone: string; version: number },
  requestId?: string,
): Promise<void> {
  const { status, code } = await callAuth(context, calls.claimLoginPhone, claim, requestId);
  if (status === 200) return;
  if (status === 409 && code === 'phone_taken') {
    const message = 'Nomor ini sudah digunakan akun lain';
    throw new Problem(409, 'phone_taken', message, { issues: [{ path: 'contact_phone', message }] });
  }
  if (status === 409 && code === 'stale') {
    throw new Problem(409, 'stale', 'Nomor kontak baru saja diubah. Muat ulang halaman.');
  }
  if (code === 'account_gone') throw unauthorized();
  throw refused(status, code);
}

/** 422 unless this is the password of the caller's account, 429 after too many wrong ones. */
export async function assertPassword(
  { config }: Calling,
  proof: z.input<typeof calls.provePassword.body>,
  requestId?: string,
): Promise<void> {
  const target = { origin: config.AUTH_URL, key: config.INTERNAL_KEY, requestId };
  const { status, body } = await callInternal(calls.provePassword, target, proof);
  const proved = calls.provePassword.response.safeParse(body);
  if (status !== 200 || !proved.success) throw refused(status, (body as { code?: unknown } | null)?.code);
  if (proved.data.outcome === 'wait') throw tooMany(proved.data.seconds);
  if (proved.data.outcome === 'wrong') throw refusedField('wrong_password', 'password', 'Password salah');
}

/** Takes the profile's former number away from the account; throws until auth has done it. */
export async function releaseLoginPhone(
  context: Calling,
  release: { userId: string; version: number },
  requestId?: string,
): Promise<void> {
  const { status, code } = await callAuth(context, calls.releaseLoginPhone, release, requestId);
  if (status !== 200) throw refused(status, code);
}
