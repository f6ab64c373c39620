import {
  createRegistration as createCall,
  deleteRegistration as deleteCall,
  getRegistration,
  listRegistrations,
  openResult as openResultCall,
  updateRegistration,
  type RegistrationRow,
} from '@gerbang/contracts/registrations';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import type { Db } from '@gerbang/service-kit/data/database';
import { type List, sendList } from '@gerbang/service-kit/http/paging';
import type { z } from 'zod';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { withBody, withId } from '@gerbang/service-kit/http/use-cases';
import { changeRegistration } from './change-registration.ts';
import { createRegistration } from './create-registration.ts';
import { deleteRegistration } from './delete-registration.ts';
import { openResult } from './open-result.ts';
import {
  findOwnRegistrations,
  type RegistrationListRecord,
} from '../registration-record/registrations.repository.ts';
import { toRegistrationRow } from '../registration-record/registrations.view.ts';
import { readOwnRegistration } from '../registration-record/own-registration.ts';

type Query = z.output<NonNullable<(typeof listRegistrations)['query']>>;

/** The family's registrations that match the query, the newest first. */
function registrationList(
  db: Db,
  userId: string,
  query: Query,
): List<RegistrationListRecord, RegistrationRow> {
  return {
    table: 'registrations',
    keys: { created_at: 'registrations.created_at' },
    defaultSort: '-created_at',
    rows: () => findOwnRegistrations(db, userId, query),
    toItems: (rows) => rows.map(toRegistrationRow),
  };
}

/** The family's calls about its registrations. */
export function registrationsRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  const db = context.database.knex;

  mount(app, verifier, listRegistrations, ({ identity, query, reply }) =>
    sendList(reply, listRegistrations.path, query, registrationList(db, identity.sub, query)),
  );

  mount(app, verifier, createCall, withBody(context, createRegistration));

  mount(app, verifier, getRegistration, ({ identity, params }) =>
    readOwnRegistration(context, db, identity.sub, params.id),
  );

  mount(app, verifier, updateRegistration, withId(context, changeRegistration));
  mount(app, verifier, openResultCall, withId(context, openResult));
  mount(app, verifier, deleteCall, withId(context, deleteRegistration));
}
