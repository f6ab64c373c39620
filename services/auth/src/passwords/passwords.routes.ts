import { provePassword } from '@gerbang/contracts/internal-calls';
import { changePassword } from '@gerbang/contracts/passwords';
import { mountInternal } from '@gerbang/service-kit/http/internal';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import type { FastifyInstance } from 'fastify';
import { originOf, startSession } from '../account-record/caller.ts';
import type { Context } from '../context.ts';
import { changeOwnPassword } from './change-password.ts';
import { checkOwnPassword } from '../account-record/own-password.ts';

/** The calls by which users change their own password, and by which another service checks it. */
export function passwordRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  mount(app, verifier, changePassword, async ({ body, identity, request, reply }) => {
    const caller = originOf(identity, request);
    const account = await changeOwnPassword(context, identity, body, caller);
    startSession(context, reply, account, caller, { revoke: true, mustAddFactor: identity.maf === true });
    return { message: 'Password Anda telah diperbarui. Perangkat lain harus masuk kembali.' };
  });

  mountInternal(app, context.config.INTERNAL_KEY, provePassword, (body, origin) =>
    checkOwnPassword(context, body, origin),
  );
}
