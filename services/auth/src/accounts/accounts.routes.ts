import { getUser, login, logout, register } from '@gerbang/contracts/accounts';
import { noteEndedSessions } from '@gerbang/contracts/sessions';
import { Problem, unauthorized } from '@gerbang/service-kit/http/problems';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { leavingSignal } from '@gerbang/service-kit/http/leaving';
import { setSessionCommand, mount } from '@gerbang/service-kit/http/mount';
import { logIn, logOut } from './log-in.ts';
import { registerAccount } from './register-account.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { originOf, startSession } from '../account-record/caller.ts';
import type { CountLogin, CountRegistration } from '../account-record/login-figures.ts';
import { currentUser } from '../account-record/users.repository.ts';
import { toOwnUser } from '../account-record/user.view.ts';

/** Login, registration, logout and the caller's account. */
export function accountRoutes(
  app: FastifyInstance,
  verifier: Verifier,
  context: Context,
  count?: CountLogin,
  countRegistration?: CountRegistration,
): void {
  mount(app, verifier, getUser, async ({ identity }) => {
    const row = await currentUser(context.database, identity.sub);
    if (!row) throw unauthorized();
    return { ...toOwnUser(row, context), ...(identity.maf && { must_add_factor: true as const }) };
  });

  mount(app, verifier, login, async ({ body, identity, request, reply }) => {
    const caller = originOf(identity, request);
    const entered = await logIn(context, body, caller, leavingSignal(reply)).catch((error: unknown) => {
      if (error instanceof Problem && error.statusCode === 401) count?.('wrong');
      if (error instanceof Problem && error.statusCode === 429) count?.('blocked');
      throw error;
    });
    if ('inLine' in entered) {
      reply.code(202);
      return entered.inLine;
    }
    const { account, known, step } = entered;
    if (step) {
      reply.code(202);
      return step;
    }
    count?.(known ? 'known_device' : 'new_device');
    const mustAddFactor = context.factorPolicies[account.role] === 'required';
    startSession(context, reply, account, caller, { mustAddFactor });
    return { ...toOwnUser(account, context), ...(mustAddFactor && { must_add_factor: mustAddFactor }) };
  });

  mount(app, verifier, register, async ({ body, identity, request, reply }) => {
    const caller = originOf(identity, request);
    const account = await registerAccount(context, body, caller).catch((error: unknown) => {
      if (error instanceof Problem && error.statusCode === 429) countRegistration?.('network_full');
      throw error;
    });
    countRegistration?.('made');
    startSession(context, reply, account, caller);
    return toOwnUser(account, context);
  });

  mount(app, verifier, noteEndedSessions, async ({ identity, request }) => {
    await logOut(context, identity.sub, originOf(identity, request));
  });

  mount(app, verifier, logout, async ({ identity, request, reply }) => {
    await logOut(context, identity.sub, originOf(identity, request));
    setSessionCommand(reply, { do: 'end' });
    return {};
  });
}
