import { authExport } from '@gerbang/contracts/data-export';
import { processingTrail } from '@gerbang/service-kit/audit/processing-trail';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import { unauthorized } from '@gerbang/service-kit/http/problems';
import type { FastifyInstance } from 'fastify';
import { formerPhonesOf } from '../account-record/former-phones.repository.ts';
import type { Context } from '../context.ts';
import { confirmedFactors, recoveryCodesLeft } from '../account-record/factors.repository.ts';
import { loginPhoneOf } from '../account-record/login-phones.repository.ts';
import { numberRequestsOf } from '../number-requests/number-requests.repository.ts';
import { toOwnNumberRequest } from '../number-requests/number-requests.view.ts';
import { accountById } from '../account-record/users.repository.ts';
import { toFactor, toOwnUser } from '../account-record/user.view.ts';

/** Auth's part of a family's export: the caller's account, and which staff changed it. */
export function dataExportRoutes(
  app: FastifyInstance,
  verifier: Verifier,
  { database, sendsLetters }: Context,
): void {
  const db = database.knex;
  mount(app, verifier, authExport, async ({ identity }) => {
    const account = await accountById(db, identity.sub);
    if (!account) throw unauthorized();
    const requests = await numberRequestsOf(db, account.id);
    return {
      account: {
        ...toOwnUser(account, { sendsLetters }),
        updated_at: new Date(account.updated_at).toISOString(),
        ...(sendsLetters && { pending_email: account.pending_email }),
        profile_login_phone: (await loginPhoneOf(db, account.id))?.phone ?? null,
        former_phones: await formerPhonesOf(db, account.id),
        number_requests: requests.map(toOwnNumberRequest),
        factors: (await confirmedFactors(db, account.id)).map(toFactor),
        recovery_codes_left: await recoveryCodesLeft(db, account.id),
      },
      trail: await processingTrail(db, account.id, [account.id], {
        actions: ['user.exported', ...(requests.length > 0 ? ['number_requests.exported'] : [])],
        since: new Date(account.created_at),
      }),
    };
  });
}
