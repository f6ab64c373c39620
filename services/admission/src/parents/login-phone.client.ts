import { Problem, unauthorized, unavailable } from '@gerbang/service-kit/http/problems';
import type { Context } from '../context.ts';

const LIMIT_MS = 2000;

type Asking = Pick<Context, 'config'>;

/** Asks auth; whatever is no clear answer within 2 s is 503 (decisions, Everywhere: a part is down). */
async function ask(
  { config }: Asking,
  path: string,
  body: object,
  requestId: string | undefined,
): Promise<{ status: number; code: unknown }> {
  try {
    const answer = await fetch(new URL(path, config.AUTH_URL), {
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
    const { code } = (await answer.json()) as { code?: unknown };
    return { status: answer.status, code };
  } catch (error) {
    throw unavailable(5, error);
  }
}

const refused = (status: number, code: unknown) =>
  unavailable(5, new Error(`auth answered ${status} ${String(code)}`));

/**
 * Makes the number a login identifier of the account. Asked twice it is one claim, so it may be asked before the own
 * transaction (decisions, Accounts). 409 where another account has it, 401 where the account is gone.
 */
export async function claimLoginPhone(
  context: Asking,
  claim: { userId: string; phone: string; version: number },
  requestId?: string,
): Promise<void> {
  const { status, code } = await ask(context, '/internal/login-phones/claim', claim, requestId);
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
  context: Asking,
  release: { userId: string; version: number },
  requestId?: string,
): Promise<void> {
  const { status, code } = await ask(context, '/internal/login-phones/release', release, requestId);
  if (status !== 200) throw refused(status, code);
}
