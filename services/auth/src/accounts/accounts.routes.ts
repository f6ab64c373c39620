import { getUser, login, logout, register } from '@gerbang/contracts/accounts';
import { noteEndedSessions } from '@gerbang/contracts/sessions';
import { Problem, unauthorized } from '@gerbang/service-kit/http/problems';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { leavingSignal } from '@gerbang/service-kit/http/leaving';
import { setSessionCommand, mount } from '@gerbang/service-kit/http/mount';
import { type LoginOutcome, logIn, logOut } from './log-in.ts';
import { registerAccount } from './register-account.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Context } from '../context.ts';
import { type Caller, originOf, startSession } from '../account-record/caller.ts';
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
    const outcome = await logIn(context, body, caller, leavingSignal(reply));
    return sendLogin(context, reply, outcome, caller, count);
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

/** The response of each outcome of a login, its session and what is counted. */
function sendLogin(
  context: Context,
  reply: FastifyReply,
  outcome: LoginOutcome,
  caller: Caller,
  count?: CountLogin,
) {
  switch (outcome.kind) {
    case 'limited':
      count?.('blocked');
      throw outcome.problem;
    case 'refused':
      count?.('wrong');
      throw unauthorized('Email/nomor telepon atau password salah', 'login_failed');
    case 'line':
      reply.code(202);
      return outcome.place;
    case 'step':
      reply.code(202);
      return outcome.step;
    case 'in': {
      const { account, isKnownDevice } = outcome;
      count?.(isKnownDevice ? 'known_device' : 'new_device');
      const mustAddFactor = context.factorPolicies[account.role] === 'required';
      startSession(context, reply, account, caller, { mustAddFactor });
      return { ...toOwnUser(account, context), ...(mustAddFactor && { must_add_factor: mustAddFactor }) };
    }
  }
}
