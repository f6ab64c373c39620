import { getAcceptanceLetter } from '@gerbang/contracts/enrollment-confirmations';
import { getReceipt } from '@gerbang/contracts/invoice-payments';
import { getInvoicePdf, getInvoicesPdf } from '@gerbang/contracts/invoices';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { audit } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { actorOf, type Caller, callerOf } from '@gerbang/service-kit/http/caller';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount, type SessionIdentity } from '@gerbang/service-kit/http/mount';
import { conflict, notFound } from '@gerbang/service-kit/http/problems';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Context } from '../context.ts';
import { noInvoice } from '../invoices/invoices.view.ts';
import { noPayment } from '../invoice-payments/invoice-payments.view.ts';
import {
  type InvoiceToPrint,
  readPrintedChild,
  readPrintedInvoices,
  readPrintedReceipt,
} from './invoice-documents.repository.ts';
import {
  type BillingDocument,
  toInvoiceDocument,
  toLetterDocument,
  toReceiptDocument,
} from './invoice-documents.view.ts';
import { LogoReader } from './logo.client.ts';
import { PdfRenderer } from './pdf-renderer.ts';

/** A PDF for the browser's own viewer; only our own pages may frame it. */
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

const ownerOf = ({ role, sub }: SessionIdentity): string | null => (role === 'wali_murid' ? sub : null);

/** Notes in the trail that a member of the staff opens a family's document. */
async function noteRead(db: Db, caller: Caller, action: string, subject: string): Promise<void> {
  if (caller.role === 'wali_murid') return;
  await audit(db, { action, actor: await actorOf(db, caller), subject, origin: caller.origin });
}

/** Invoices, receipts and letters of acceptance as PDF. */
export function invoiceDocumentsRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  const db = context.database.knex;
  const { school, config } = context;
  const { PAPER_WAIT_MS: longestWaitMs, PAPER_WORK_MS: longestWorkMs } = config;
  const renderer = new PdfRenderer({ longestWaitMs, longestWorkMs });
  const timeout = longestWaitMs + longestWorkMs + 1000;
  app.addHook('onClose', () => renderer.close());

  const logo = new LogoReader(context);
  const render = async (document: BillingDocument) =>
    renderer.render(document, await logo.read(school.settings.brand.logo_file_id));
  const renderInvoices = ([first, ...others]: readonly [InvoiceToPrint, ...InvoiceToPrint[]]) => {
    const today = jakartaDay(context.now());
    const made = (one: InvoiceToPrint) => toInvoiceDocument(school.settings, one, today);
    return render({ kind: 'invoices', invoices: [made(first), ...others.map(made)] });
  };

  mount(
    app,
    verifier,
    getInvoicePdf,
    async ({ identity, params, request, reply }) => {
      const [invoice] = await readPrintedInvoices(db, 'id', params.id, ownerOf(identity));
      if (!invoice) throw noInvoice();
      await noteRead(db, callerOf(identity, request), 'invoice.read', params.id);
      return sendPdf(reply, invoice.invoice.invoice_number, await renderInvoices([invoice]));
    },
    timeout,
  );

  mount(
    app,
    verifier,
    getInvoicesPdf,
    async ({ identity, params, reply }) => {
      const [first, ...others] = await readPrintedInvoices(
        db,
        'enrollment_confirmation_id',
        params.id,
        identity.sub,
      );
      if (!first) throw noInvoice();
      return sendPdf(
        reply,
        `tagihan-${first.invoice.registration_number}`,
        await renderInvoices([first, ...others]),
      );
    },
    timeout,
  );

  mount(
    app,
    verifier,
    getAcceptanceLetter,
    async ({ identity, params, reply }) => {
      const found = await readPrintedChild(db, params.registrationId, identity.sub);
      if (!found) throw notFound('Pendaftaran tidak ditemukan');
      const document = toLetterDocument(school.settings, found, jakartaDay(context.now()));
      if (document === null) {
        throw conflict('not_passed', 'Surat penerimaan tersedia setelah anak diterima.');
      }
      return sendPdf(reply, `surat-penerimaan-${found.registration_number}`, await render(document));
    },
    timeout,
  );

  mount(
    app,
    verifier,
    getReceipt,
    async ({ identity, params, request, reply }) => {
      const found = await readPrintedReceipt(db, params.id, ownerOf(identity));
      if (!found) throw noPayment();
      const document = toReceiptDocument(school.settings, found);
      if (document === null) {
        throw conflict('not_verified', 'Kuitansi tersedia setelah pembayaran diverifikasi.');
      }
      await noteRead(db, callerOf(identity, request), 'invoice_payment.read', params.id);
      return sendPdf(reply, document.receipt_number, await render(document));
    },
    timeout,
  );
}
