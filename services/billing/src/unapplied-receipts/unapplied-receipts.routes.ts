import {
  assignUnapplied as assignCall,
  exportUnapplied,
  listUnapplied,
  returnUnapplied as returnCall,
  summarizeUnapplied,
} from '@gerbang/contracts/unapplied-receipts';
import { can } from '@gerbang/domain/abilities';
import { callerOf } from '@gerbang/service-kit/http/caller';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mountListFile } from '@gerbang/service-kit/http/list-file';
import { mount } from '@gerbang/service-kit/http/mount';
import { noteListRead } from '@gerbang/service-kit/http/note-list-read';
import { sendList } from '@gerbang/service-kit/http/paging';
import { withId } from '@gerbang/service-kit/http/use-cases';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { assignReceipt } from './assign-receipt.ts';
import { receiptFile, receiptList } from './receipt-list.ts';
import { returnReceipt } from './return-receipt.ts';
import { sumReceipts } from './unapplied-receipts.repository.ts';

/** Money from the bank that pays nothing yet. */
export function unappliedReceiptsRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  const db = context.database.knex;

  mount(app, verifier, listUnapplied, async ({ identity, request, query, reply }) => {
    const { status, family } = query;
    if (can(identity.role, 'bank.book')) {
      const caller = callerOf(identity, request);
      await noteListRead(db, caller, query, 'unapplied_receipts.read', { status, family });
    }
    return sendList(reply, listUnapplied.path, query, receiptList(context, identity.role, query));
  });

  mountListFile(app, verifier, exportUnapplied, context, ({ identity, query }) =>
    receiptFile(context, identity.role, query),
  );

  mount(app, verifier, summarizeUnapplied, async () => ({ status: await sumReceipts(db) }));

  mount(app, verifier, assignCall, withId(context, assignReceipt));

  mount(app, verifier, returnCall, withId(context, returnReceipt));
}
