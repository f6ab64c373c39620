import {
  getCurrentParent,
  getParent,
  sendContactCode as sendCall,
  updateParent,
  verifyContactCode,
} from '@gerbang/contracts/parents';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import { KeyedSemaphore } from '@gerbang/service-kit/program/semaphore';
import type { FastifyInstance } from 'fastify';
import { callerOf } from '@gerbang/service-kit/http/caller';
import type { Context } from '../context.ts';
import { withBody } from '@gerbang/service-kit/http/use-cases';
import { changeParent } from './change-parent.ts';
import { ownParent } from './parents.repository.ts';
import { emptyParent, toParent } from './parents.view.ts';
import { sendContactCode, verifyContactPhone } from './verify-contact-phone.ts';

/** The family's calls about its profile. */
export function parentsRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  const db = context.database.knex;
  // Tries of one account run one after the other, so that a flood of them holds one connection.
  const turns = new KeyedSemaphore();

  for (const call of [getParent, getCurrentParent]) {
    mount(app, verifier, call, async ({ identity }) => {
      const record = await ownParent(db, identity.sub);
      return record ? toParent(context.columns, record) : emptyParent(identity.sub);
    });
  }

  mount(app, verifier, updateParent, withBody(context, changeParent));

  mount(app, verifier, sendCall, async ({ identity, request, body }) => {
    const proof = { sessionId: identity.sid, password: body.password };
    await sendContactCode(context, callerOf(identity, request), proof);
    return { message: 'Kode verifikasi telah dikirim via WhatsApp ke nomor kontak Anda' };
  });

  mount(app, verifier, verifyContactCode, ({ identity, request, body }) =>
    turns.run(identity.sub, () => verifyContactPhone(context, callerOf(identity, request), body.otp)),
  );
}
