import { inviteCounterFamily, makeCounterFamily } from '@gerbang/contracts/counter';
import { readCounterMaker } from '@gerbang/contracts/internal-calls';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mountInternal } from '@gerbang/service-kit/http/internal';
import { mount } from '@gerbang/service-kit/http/mount';
import type { FastifyInstance } from 'fastify';
import { originOf } from '../account-record/caller.ts';
import { counterAccount } from '../account-record/counter-accounts.repository.ts';
import type { Context } from '../context.ts';
import { inviteAgain } from '../password-resets/invite-family.ts';
import { makeFamily } from './make-family.ts';

/** Accounts of families that are made at the counter. */
export function counterRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  mount(app, verifier, makeCounterFamily, ({ body, identity, request }) =>
    makeFamily(context, identity.sub, body, originOf(identity, request), request.headers['idempotency-key']),
  );

  mount(app, verifier, inviteCounterFamily, async ({ params, identity, request }) => {
    await inviteAgain(context, identity.sub, params.userId, originOf(identity, request));
    return { message: 'Pesan untuk membuat kata sandi sudah dikirim.' };
  });

  mountInternal(app, context.config.INTERNAL_KEY, readCounterMaker, async ({ userId }) => ({
    maker: (await counterAccount(context.database.knex, userId))?.made_by ?? null,
  }));
}
