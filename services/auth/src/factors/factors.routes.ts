import * as calls from '@gerbang/contracts/factors';
import type { Identity } from '@gerbang/contracts/identity';
import { assertFresh, FRESH_SECONDS } from '@gerbang/service-kit/http/fresh';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount, type SessionIdentity, setSessionCommand } from '@gerbang/service-kit/http/mount';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Caller, endSessions, originOf, startSession } from '../account-record/caller.ts';
import type { CountLogin } from '../account-record/login-figures.ts';
import type { Context } from '../context.ts';
import type { Account } from '../account-record/users.repository.ts';
import { toFactor, toOwnUser } from '../account-record/user.view.ts';
import * as adding from './add-factor.ts';
import { renewCodes } from './renew-codes.ts';
import { confirmedFactors, recoveryCodesLeft } from '../account-record/factors.repository.ts';
import { freshWays, proveByFactor, proveByPassword } from './prove-fresh.ts';
import { clearFactors, removeOwnFactor } from './remove-factor.ts';
import { logInWithFactor } from './second-step.ts';

const ownerOf = (identity: SessionIdentity): adding.Owner => ({
  userId: identity.sub,
  sessionId: identity.sid,
});

/** The calls about the second factor: adding and removing, the login's second step, and the fresh proof. */
export function factorRoutes(
  app: FastifyInstance,
  verifier: Verifier,
  context: Context,
  count?: CountLogin,
): void {
  /** A session that only waited for a factor, or that ends with its account's others, goes on as a full one, under a new id. */
  function goOn(
    reply: FastifyReply,
    identity: Identity,
    { account, isFirst }: { readonly account: Account; readonly isFirst: boolean },
    caller: Caller,
  ): void {
    if (identity.maf || isFirst) startSession(context, reply, account, caller, { revoke: isFirst });
  }

  mount(app, verifier, calls.passkeyOptions, async ({ identity }) => {
    assertFresh(identity);
    return adding.beginPasskey(context, ownerOf(identity));
  });

  mount(app, verifier, calls.addPasskey, async ({ body, identity, request, reply }) => {
    const origin = originOf(identity, request);
    const added = await adding.completePasskey(context, ownerOf(identity), body, origin);
    goOn(reply, identity, added, origin);
    return { ...toFactor(added.factor), recovery_codes: added.codes };
  });

  mount(app, verifier, calls.beginTotp, async ({ identity }) => {
    assertFresh(identity);
    return adding.beginTotp(context, ownerOf(identity));
  });

  mount(app, verifier, calls.confirmTotp, async ({ body, identity, request, reply }) => {
    const origin = originOf(identity, request);
    const added = await adding.completeTotp(context, ownerOf(identity), body.otp, origin);
    goOn(reply, identity, added, origin);
    return { recovery_codes: added.codes };
  });

  mount(app, verifier, calls.listFactors, async ({ identity }) => {
    const db = context.database.knex;
    return {
      policy: context.factorPolicies[identity.role],
      factors: (await confirmedFactors(db, identity.sub)).map(toFactor),
      recovery_codes_left: await recoveryCodesLeft(db, identity.sub),
    };
  });

  mount(app, verifier, calls.removeFactor, async ({ params, identity, request }) => {
    assertFresh(identity);
    await removeOwnFactor(context, identity.sub, params.id, originOf(identity, request));
  });

  mount(app, verifier, calls.renewRecoveryCodes, async ({ identity, request }) => {
    assertFresh(identity);
    return { recovery_codes: await renewCodes(context, identity.sub, originOf(identity, request)) };
  });

  mount(app, verifier, calls.loginFactor, async ({ body, identity, request, reply }) => {
    const origin = originOf(identity, request);
    const account = await logInWithFactor(context, body, origin);
    const device = context.devices.deviceOf(origin.browser.device, account.id);
    count?.(device === undefined ? 'new_device' : 'known_device');
    startSession(context, reply, account, origin);
    return toOwnUser(account, context);
  });

  mount(app, verifier, calls.proveFresh, async ({ body, identity, request, reply }) => {
    const owner = ownerOf(identity);
    const origin = originOf(identity, request);
    const { password, ...proof } = body;
    const byFactor = proof.otp !== undefined || proof.passkey !== undefined;
    if (password === undefined && !byFactor) {
      reply.code(202);
      return freshWays(context, owner);
    }
    if (password !== undefined) {
      await proveByPassword(context, owner, password, origin);
      setSessionCommand(reply, { do: 'prove' });
    } else {
      const account = await proveByFactor(context, owner, proof, origin);
      setSessionCommand(reply, { do: 'prove' });
      goOn(reply, identity, { account, isFirst: false }, origin);
    }
    return { fresh_until: new Date(context.now().getTime() + FRESH_SECONDS * 1000).toISOString() };
  });

  mount(app, verifier, calls.clearFactors, async ({ params, body, identity, request, reply }) => {
    assertFresh(identity);
    const origin = originOf(identity, request);
    const { account, state } = await clearFactors(context, identity.sub, params.id, body.reason, origin);
    if (state === 'waiting') {
      return { message: 'Diminta. Admin lain perlu meminta hal yang sama dalam 24 jam.' };
    }
    if (state === 'cleared') endSessions(reply, account);
    reply.code(204);
  });
}
