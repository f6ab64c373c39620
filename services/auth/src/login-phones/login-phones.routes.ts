import * as calls from '@gerbang/contracts/internal-calls';
import { mountInternal } from '@gerbang/service-kit/http/internal';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { checkOwnPassword } from '../passwords/prove-password.ts';
import { refusalOfEyes } from '../account-record/eyes.repository.ts';
import { claimLoginPhone, releaseLoginPhone } from './change-login-phone.ts';

/** Calls of other services: whether the profile's number becomes a login identifier, and the password that this asks for. */
export function internalRoutes(app: FastifyInstance, key: string, context: Context): void {
  mountInternal(app, key, calls.claimLoginPhone, async (body, origin) => {
    await claimLoginPhone(context, body, origin);
    return {};
  });

  mountInternal(app, key, calls.provePassword, (body, origin) => checkOwnPassword(context, body, origin));

  mountInternal(app, key, calls.readEyes, async ({ second, firsts }) => ({
    refusal: await refusalOfEyes(context.database.knex, second, firsts),
  }));

  mountInternal(app, key, calls.releaseLoginPhone, async (body, origin) => {
    await releaseLoginPhone(context, body, origin);
    return {};
  });
}
