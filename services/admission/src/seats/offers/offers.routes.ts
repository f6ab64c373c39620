import {
  exportOffers,
  extendOffer as extendCall,
  listOffers,
  makeOffers as makeCall,
  releaseOffer as releaseCall,
} from '@gerbang/contracts/offers';
import { declineSeat as declineCall } from '@gerbang/contracts/waitlists';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mountListFile } from '@gerbang/service-kit/http/list-file';
import { mount } from '@gerbang/service-kit/http/mount';
import { sendList } from '@gerbang/service-kit/http/paging';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { withId } from '@gerbang/service-kit/http/use-cases';
import { extendOffer, releaseOffer } from './change-offer.ts';
import { declineSeat } from './decline-seat.ts';
import { offerFile } from './export-offers.ts';
import { makeOffers } from './make-offers.ts';
import { offerList } from './offers.view.ts';

/** Seats that are offered: by the order of the list or with a reason, given more time, released or declined. */
export function offersRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  mount(app, verifier, makeCall, withId(context, makeOffers));
  mount(app, verifier, extendCall, withId(context, extendOffer));
  mount(app, verifier, releaseCall, withId(context, releaseOffer));
  mount(app, verifier, declineCall, withId(context, declineSeat));

  mount(app, verifier, listOffers, ({ identity, query, reply }) =>
    sendList(reply, listOffers.path, query, offerList(context.database.knex, query, identity.role)),
  );
  mountListFile(app, verifier, exportOffers, context, ({ identity, query }) =>
    offerFile(context, identity.role, query),
  );
}
