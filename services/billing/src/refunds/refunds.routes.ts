import {
  approveRefund as approveCall,
  beginRefund as beginCall,
  cancelRefund as cancelCall,
  changeRefund as editCall,
  declineRefund as declineCall,
  exportRefunds,
  getRefundPaper,
  listGivable,
  listRefunds,
  moveRefund as moveCall,
  payRefund as payCall,
  readRefund,
  requestRefund as requestCall,
} from '@gerbang/contracts/refunds';
import { callerOf } from '@gerbang/service-kit/http/caller';
import { assertFresh } from '@gerbang/service-kit/http/fresh';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mountListFile } from '@gerbang/service-kit/http/list-file';
import { mount } from '@gerbang/service-kit/http/mount';
import { noteListRead } from '@gerbang/service-kit/http/note-list-read';
import { sendList } from '@gerbang/service-kit/http/paging';
import { withBody, withId } from '@gerbang/service-kit/http/use-cases';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { type DocumentPrinter, noteRead } from '../invoice-documents/document-printer.ts';
import { beginRefund } from './begin-refund.ts';
import { findGivable } from './givable.repository.ts';
import { approveRefund, editRefund, endRefund, requestRefund } from './decide-refund.ts';
import { moveRefund } from './move-refund.ts';
import { payRefund } from './pay-refund.ts';
import { printedRefund } from './print-refund.ts';
import { refundFile, refundList } from './refund-list.ts';
import { findRefund } from './refunds.repository.ts';
import { noRefund, toRefund } from './refunds.view.ts';

/** Money that goes back to families, as staff work on it. */
export function refundsRoutes(
  app: FastifyInstance,
  verifier: Verifier,
  context: Context,
  printer: DocumentPrinter,
): void {
  const db = context.database.knex;

  mount(app, verifier, listRefunds, async ({ identity, request, query, reply }) => {
    const { status, academic_year, family } = query;
    const caller = callerOf(identity, request);
    await noteListRead(db, caller, query, 'refunds.read', { status, academic_year, family });
    return sendList(reply, listRefunds.path, query, refundList(context, identity.sub, query));
  });

  mountListFile(app, verifier, exportRefunds, context, ({ identity, query }) =>
    refundFile(context, identity.sub, query),
  );

  mount(app, verifier, listGivable, async ({ identity, request, query }) => {
    const found = await findGivable(db, query);
    if (found.registration !== null) {
      await noteRead(db, callerOf(identity, request), 'refund.givable_read', found.registration.id);
    }
    return found;
  });

  mount(app, verifier, readRefund, async ({ identity, request, params }) => {
    const record = await findRefund(db, params.id);
    if (!record) throw noRefund();
    await noteRead(db, callerOf(identity, request), 'refund.read', params.id);
    return toRefund(context, record, identity.sub, { clear: true });
  });

  mount(app, verifier, beginCall, withBody(context, beginRefund));
  mount(app, verifier, editCall, withId(context, editRefund));
  mount(app, verifier, requestCall, withId(context, requestRefund));
  mount(app, verifier, approveCall, ({ identity, request, params, body }) => {
    assertFresh(identity);
    return approveRefund(context, callerOf(identity, request), params.id, body);
  });
  mount(app, verifier, declineCall, ({ identity, request, params, body }) =>
    endRefund('decline')(context, callerOf(identity, request), params.id, body),
  );
  mount(app, verifier, cancelCall, ({ identity, request, params, body }) =>
    endRefund('cancel')(context, callerOf(identity, request), params.id, body),
  );
  mount(app, verifier, payCall, withId(context, payRefund));
  mount(app, verifier, moveCall, withId(context, moveRefund));
  mount(
    app,
    verifier,
    getRefundPaper,
    async ({ identity, request, params, reply }) => {
      const { paperId, number, document } = await printedRefund(context, params.id, null);
      await noteRead(db, callerOf(identity, request), 'paper.read', paperId);
      return printer.send(reply, identity.sub, number, document);
    },
    printer.timeout,
  );
}
