import {
  extendOffer as extendCall,
  listOffers,
  makeOffers as makeCall,
  releaseOffer as releaseCall,
} from '@gerbang/contracts/offers';
import { declineSeat as declineCall } from '@gerbang/contracts/waitlists';
import { callerOf } from '@gerbang/service-kit/http/caller';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import { sendList } from '@gerbang/service-kit/http/paging';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { extendOffer, releaseOffer } from './change-offer.ts';
import { declineSeat } from './decline-seat.ts';
import { makeOffers } from './make-offers.ts';
import { offerList } from './offers.view.ts';

/** Seats that are offered: by the order of the list or with a reason, given more time, released or declined. */
export function offersRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  mount(app, verifier, makeCall, ({ identity, request, params, body }) =>
    makeOffers(context, callerOf(identity, request), params.id, body),
  );

  mount(app, verifier, extendCall, ({ identity, request, params, body }) =>
    extendOffer(context, callerOf(identity, request), params.id, body),
  );

  mount(app, verifier, releaseCall, ({ identity, request, params, body }) =>
    releaseOffer(context, callerOf(identity, request), params.id, body),
  );

  mount(app, verifier, declineCall, ({ identity, request, params, body }) =>
    declineSeat(context, callerOf(identity, request), params.id, body),
  );

  mount(app, verifier, listOffers, ({ identity, query, reply }) =>
    sendList(reply, listOffers.path, query, offerList(context.database.knex, query, identity.role)),
  );
}
