import * as calls from '@gerbang/contracts/emails';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import type { FastifyInstance } from 'fastify';
import { originOf } from '../account-record/caller.ts';
import type { Context } from '../context.ts';
import { toOwnUser } from '../account-record/user.view.ts';
import { requestEmailChange, resendVerification } from './change-email.ts';
import { verifyEmail } from './verify-email.ts';

/** The calls by which users prove or change their address. */
export function emailRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  mount(app, verifier, calls.sendVerification, async ({ identity, request }) => {
    await resendVerification(context, identity.sub, originOf(identity, request));
    return { message: 'Surat verifikasi telah dikirim' };
  });

  mount(app, verifier, calls.verifyEmail, async ({ body, identity, request }) => {
    await verifyEmail(context, body.token, originOf(identity, request));
    return { message: 'Email Anda sudah terverifikasi.' };
  });

  mount(app, verifier, calls.changeEmail, async ({ body, identity, request }) =>
    toOwnUser(await requestEmailChange(context, identity, body, originOf(identity, request)), context),
  );
}
