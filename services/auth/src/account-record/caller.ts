import { type Browser, BROWSER_HEADER, browserSchema } from '@gerbang/contracts/identity';
import { setSessionCommand } from '@gerbang/service-kit/http/mount';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from './users.repository.ts';
import type { Identity } from '@gerbang/contracts/identity';
import type { Origin } from '@gerbang/service-kit/audit/audit';
import type { DeviceTokens } from './device-tokens.ts';

/** Where a request came from, with what the gateway says of the browser at login, registration and reset. */
export interface Caller extends Origin {
  readonly browser: Browser;
}

function browserOf(header: unknown): Browser {
  return typeof header === 'string' ? browserSchema.parse(JSON.parse(header)) : {};
}

/** Where the request came from: the client's address as the gateway signed it. */
export function originOf(identity: Identity, request: FastifyRequest): Caller {
  return {
    address: identity.ip,
    requestId: String(request.id),
    browser: browserOf(request.headers[BROWSER_HEADER]),
  };
}

/**
 * Lets the gateway start a session in this browser, which is a known device of the account from now on; with `revoke`
 * the user's other sessions end, with `mustAddFactor` it does nothing but add a second factor.
 */
export function startSession(
  { devices }: { readonly devices: DeviceTokens },
  reply: FastifyReply,
  account: Account,
  { browser }: Caller,
  { revoke = false, mustAddFactor = false } = {},
): void {
  setSessionCommand(reply, {
    do: 'start',
    userId: account.id,
    role: account.role,
    epoch: account.session_epoch,
    mustChangePassword: account.must_change_password,
    device: devices.afterLogin(browser.device, account.id),
    ...(mustAddFactor && { mustAddFactor }),
    ...(revoke && { revoke }),
  });
}

/** Lets the gateway end every earlier session of the user. */
export function endSessions(reply: FastifyReply, account: Account): void {
  setSessionCommand(reply, { do: 'revoke', userId: account.id, epoch: account.session_epoch });
}
