import { getUser, login, logout, register } from '@gerbang/contracts/accounts';
import { unauthorized } from '@gerbang/service-kit/http/problems';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { setSessionCommand, mount } from '@gerbang/service-kit/http/mount';
import { logIn, logOut } from './log-in.ts';
import { registerAccount } from './register-account.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { originOf, startSession } from './caller.ts';
import { currentUser, toUser } from '../users/users.repository.ts';

/** Login, registration, logout and the caller's account. */
export function accountRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  mount(app, verifier, getUser, async ({ identity }) => {
    const row = await currentUser(context.database, identity.sub);
    if (!row) throw unauthorized();
    return toUser(row);
  });

  mount(app, verifier, login, async ({ body, identity, request, reply }) => {
    const account = await logIn(context, body, originOf(identity, request));
    startSession(reply, account);
    return toUser(account);
  });

  mount(app, verifier, register, async ({ body, identity, request, reply }) => {
    const account = await registerAccount(context, body, originOf(identity, request));
    startSession(reply, account);
    return toUser(account);
  });

  mount(app, verifier, logout, async ({ identity, request, reply }) => {
    await logOut(context, identity.sub, originOf(identity, request));
    setSessionCommand(reply, { do: 'end' });
    return {};
  });
}
