import {
  createRegistration as createCall,
  deleteRegistration as deleteCall,
  getRegistration,
  listRegistrations,
  listStageHistory,
  payRegistration as payCall,
  updateRegistration,
} from '@gerbang/contracts/registrations';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import { sendList } from '@gerbang/service-kit/http/paging';
import type { FastifyInstance } from 'fastify';
import { callerOf } from '@gerbang/service-kit/http/caller';
import type { Context } from '../context.ts';
import { changeRegistration } from './change-registration.ts';
import { createRegistration } from './create-registration.ts';
import { deleteRegistration } from './delete-registration.ts';
import { payRegistration } from '../registration-payments/pay-registration.ts';
import { registrationList, stageHistory } from './registration-list.ts';
import { noRegistration, viewOwnRegistration } from './registration-view.ts';
import { ownRegistrations } from './registrations.repository.ts';

/** The family's calls about its registrations (authorization rows C07–C13). */
export function registrationsRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  const db = context.database.knex;

  mount(app, verifier, listRegistrations, ({ identity, query, reply }) =>
    sendList(reply, listRegistrations.path, query, registrationList(db, identity.sub, query)),
  );

  mount(app, verifier, createCall, ({ identity, request, body }) =>
    createRegistration(context, callerOf(identity, request), body),
  );

  mount(app, verifier, getRegistration, ({ identity, params }) =>
    viewOwnRegistration(context, db, identity.sub, params.id),
  );

  mount(app, verifier, updateRegistration, ({ identity, request, params, body }) =>
    changeRegistration(context, callerOf(identity, request), params.id, body),
  );

  mount(app, verifier, deleteCall, async ({ identity, request, params }) => {
    await deleteRegistration(context, callerOf(identity, request), params.id);
  });

  mount(app, verifier, listStageHistory, async ({ identity, params }) => {
    const own = await ownRegistrations(db, identity.sub).where('registrations.id', params.id).first();
    if (!own) throw noRegistration();
    return stageHistory(db, params.id);
  });

  mount(app, verifier, payCall, ({ identity, request, params, body }) =>
    payRegistration(context, callerOf(identity, request), params.id, body),
  );
}
