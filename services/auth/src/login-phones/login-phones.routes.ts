import * as calls from '@gerbang/contracts/internal-calls';
import { mountInternal } from '@gerbang/service-kit/http/internal';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { refusalOfEyes } from '../account-record/eyes.repository.ts';
import { claimLoginPhone, releaseLoginPhone } from './change-login-phone.ts';

/** Calls of other services: a profile's number as a login identifier, and whether an account is a second person. */
export function internalRoutes(app: FastifyInstance, key: string, context: Context): void {
  mountInternal(app, key, calls.claimLoginPhone, async (body, origin) => {
    await claimLoginPhone(context, body, origin);
    return {};
  });

  mountInternal(app, key, calls.readEyes, async ({ second, firsts }) => ({
    refusal: await refusalOfEyes(context.database.knex, second, firsts),
  }));

  mountInternal(app, key, calls.releaseLoginPhone, async (body, origin) => {
    await releaseLoginPhone(context, body, origin);
    return {};
  });
}
