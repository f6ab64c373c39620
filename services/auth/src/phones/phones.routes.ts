import { changePhone, sendPhoneCode, verifyPhone } from '@gerbang/contracts/phones';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import type { FastifyInstance } from 'fastify';
import { originOf } from '../account-record/caller.ts';
import type { Context } from '../context.ts';
import { toOwnUser } from '../account-record/user.view.ts';
import * as codes from './send-phone-code.ts';
import * as proof from './verify-phone.ts';

/** The calls by which users prove or change the number that they log in by. */
export function phoneRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  mount(app, verifier, sendPhoneCode, async ({ identity, request }) => {
    await codes.sendPhoneCode(context, identity.sub, originOf(identity, request));
    return { message: 'Kode telah dikirim via WhatsApp' };
  });

  mount(app, verifier, verifyPhone, async ({ body, identity, request }) =>
    toOwnUser(await proof.verifyPhone(context, identity.sub, body.otp, originOf(identity, request)), context),
  );

  mount(app, verifier, changePhone, async ({ body, identity, request }) =>
    toOwnUser(await codes.requestPhoneChange(context, identity, body, originOf(identity, request)), context),
  );
}
