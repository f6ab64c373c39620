import { getReceipt } from '@gerbang/contracts/invoice-payments';
import { getInvoicePdf } from '@gerbang/contracts/invoices';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount, type SessionIdentity } from '@gerbang/service-kit/http/mount';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Context } from '../context.ts';
import { noInvoice } from '../invoices/invoices.view.ts';
import { noPayment } from '../invoice-payments/invoice-payments.view.ts';
import { invoicePaperOf, receiptPaperOf } from './invoice-documents.repository.ts';
import { createPaperMaker } from './pdf-renderer.ts';

const ownerOf = ({ role, sub }: SessionIdentity): string | null => (role === 'wali_murid' ? sub : null);

/** A document that a browser shows in its own viewer, and nobody frames but we (Precisions, Files). */
function sendPdf(reply: FastifyReply, name: string, bytes: Buffer): FastifyReply {
  return reply
    .type('application/pdf')
    .headers({
      'content-disposition': `inline; filename="${name}.pdf"`,
      'content-security-policy': "frame-ancestors 'self'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'cross-origin-resource-policy': 'same-origin',
    })
    .send(bytes);
}

/** Invoices and receipts as PDF (authorization rows E18, E19). */
export function documentsRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  const db = context.database.knex;
  const { school, config } = context;
  const longest = { longestWaitMs: config.PAPER_WAIT_MS, longestWorkMs: config.PAPER_WORK_MS };
  const maker = createPaperMaker(longest);
  const time = longest.longestWaitMs + longest.longestWorkMs + 1000;
  app.addHook('onClose', () => maker.close());

  mount(
    app,
    verifier,
    getInvoicePdf,
    async ({ identity, params, reply }) => {
      const today = jakartaDay(context.now());
      const paper = await invoicePaperOf(db, school, { id: params.id, ownerId: ownerOf(identity), today });
      if (!paper) throw noInvoice();
      return sendPdf(reply, paper.invoice_number, await maker.make(paper));
    },
    time,
  );

  mount(
    app,
    verifier,
    getReceipt,
    async ({ identity, params, reply }) => {
      const wanted = { paymentId: params.id, ownerId: ownerOf(identity) };
      const paper = await receiptPaperOf(db, school, wanted);
      if (paper === undefined) throw noPayment();
      if (paper === null) {
        throw conflict('not_verified', 'Kuitansi tersedia setelah pembayaran diverifikasi.');
      }
      return sendPdf(reply, paper.receipt_number, await maker.make(paper));
    },
    time,
  );
}
