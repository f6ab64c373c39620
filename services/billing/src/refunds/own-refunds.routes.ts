import {
  getOwnRefundPaper,
  listOwnRefunds,
  objectRefund as objectCall,
  setRefundAccount as accountCall,
} from '@gerbang/contracts/own-refunds';
import { callerOf } from '@gerbang/service-kit/http/caller';
import { assertFresh } from '@gerbang/service-kit/http/fresh';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import { withId } from '@gerbang/service-kit/http/use-cases';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import type { DocumentPrinter } from '../invoice-documents/document-printer.ts';
import { objectRefund, setRefundAccount } from './own-refund.ts';
import { toOwnRefund } from './own-refunds.view.ts';
import { printedRefund } from './print-refund.ts';
import { refundsOf } from './refunds.repository.ts';

/** Money that goes back to the caller's own family. */
export function ownRefundsRoutes(
  app: FastifyInstance,
  verifier: Verifier,
  context: Context,
  printer: DocumentPrinter,
): void {
  mount(app, verifier, listOwnRefunds, async ({ identity }) => {
    const records = await refundsOf(context.database.knex, identity.sub);
    return records.toReversed().map((record) => toOwnRefund(context, record));
  });
  mount(app, verifier, accountCall, ({ identity, request, params, body }) => {
    assertFresh(identity);
    return setRefundAccount(context, callerOf(identity, request), params.id, body);
  });
  mount(app, verifier, objectCall, withId(context, objectRefund));
  mount(
    app,
    verifier,
    getOwnRefundPaper,
    async ({ identity, params, reply }) => {
      const { number, document } = await printedRefund(context, params.id, identity.sub);
      return printer.send(reply, identity.sub, number, document);
    },
    printer.timeout,
  );
}
