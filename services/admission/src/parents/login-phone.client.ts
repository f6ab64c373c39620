import { Problem, unauthorized, unavailable } from '@gerbang/service-kit/http/problems';
import type { Context } from '../context.ts';

const LIMIT_MS = 2000;

type Calling = Pick<Context, 'config'>;

/** Calls auth; 503 where no clear response comes within 2 s. */
async function callAuth(
  { config }: Calling,
  path: string,
  body: object,
  requestId: string | undefined,
): Promise<{ status: number; code: unknown }> {
  try {
    const response = await fetch(new URL(path, config.AUTH_URL), {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(LIMIT_MS),
      headers: {
        authorization: `Bearer ${config.INTERNAL_KEY}`,
        'content-type': 'application/json',
        ...(requestId && { 'x-request-id': requestId }),
      },
      body: JSON.stringify(body),
    });
    const { code } = (await response.json()) as { code?: unknown };
    return { status: response.status, code };
  } catch (error) {
    throw unavailable(5, error);
  }
}

const refused = (status: number, code: unknown) =>
  unavailable(5, new Error(`auth answered ${status} ${String(code)}`));

/**
 * Makes the number a login identifier of the account. A repeated claim is one claim, so it may run before the caller's
 * transaction. 409 where another account has the number, 401 where the account is gone.
 */
export async function claimLoginPhone(
  context: Calling,
  claim: { userId: string; phone: string; version: number },
  requestId?: string,
): Promise<void> {
  const { status, code } = await callAuth(context, '/internal/login-phones/claim', claim, requestId);
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

/** Takes the profile's former number away from the account; throws until auth has done it. */
export async function releaseLoginPhone(
  context: Calling,
  release: { userId: string; version: number },
  requestId?: string,
): Promise<void> {
  const { status, code } = await callAuth(context, '/internal/login-phones/release', release, requestId);
  if (status !== 200) throw refused(status, code);
}
