import { forgotPasswordByEmail } from '@gerbang/contracts/emails';
import { forgotPassword, resetPassword, verifyResetToken } from '@gerbang/contracts/password-resets';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { endSessions, originOf } from '../account-record/caller.ts';
import { requestCodeByEmail } from './code-by-email.ts';
import { requestResetCode } from './request-reset.ts';
import * as reset from './reset-password.ts';
import { verifyResetCode } from './reset-password.ts';

/** The canonical e-mail or number that the contract has let in: exactly one of them. */
const identifierOf = ({
  email,
  identifier = '',
}: {
  readonly email?: string | undefined;
  readonly identifier?: string | undefined;
}): string => email ?? identifier;

const INVALID = 'Kode OTP tidak valid atau sudah kadaluarsa';

/** The calls of a forgotten password. */
export function resetRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  mount(app, verifier, forgotPassword, async ({ body, identity, request }) => {
    await requestResetCode(context, identifierOf(body), originOf(identity, request));
    return {
      success: true,
      message: 'Jika email terdaftar, kode reset telah dikirim via WhatsApp',
      ...(context.sendsLetters && { by_email: true as const }),
    };
  });

  mount(app, verifier, forgotPasswordByEmail, async ({ body, identity, request }) => {
    await requestCodeByEmail(context, body.email, originOf(identity, request));
    return {
      success: true,
      message: 'Jika email terdaftar dan terverifikasi, kode reset telah dikirim ke sana',
    };
  });

  mount(app, verifier, verifyResetToken, async ({ body, identity, request }) => {
    const isValid = await verifyResetCode(context, identifierOf(body), body.otp, originOf(identity, request));
    return { isValid, message: isValid ? 'Silakan masukkan password baru Anda' : INVALID };
  });

  mount(app, verifier, resetPassword, async ({ body, identity, request, reply }) => {
    const typed = { ...body, identifier: identifierOf(body) };
    const account = await reset.resetPassword(context, typed, originOf(identity, request));
    if (!account) return { success: false, message: INVALID };
    endSessions(reply, account);
    return { success: true, message: 'Silakan login dengan password baru Anda' };
  });
}
