import { getReceipt } from '@gerbang/contracts/invoice-payments';
import { getInvoicePdf, getInvoicesPdf } from '@gerbang/contracts/invoices';
import { getFeeReceipt, getLetter } from '@gerbang/contracts/papers';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { nameInitials } from '@gerbang/domain/papers';
import { callerOf } from '@gerbang/service-kit/http/caller';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount, type SessionIdentity } from '@gerbang/service-kit/http/mount';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { registrationOf } from '../enrollment-confirmations/enrollment-confirmations.repository.ts';
import { openLetter } from '../enrollment-confirmations/open-letter.ts';
import { noInvoice } from '../invoices/invoices.view.ts';
import { noPayment } from '../invoice-payments/invoice-payments.view.ts';
import { paperOfPayment, receiptRevoked } from '../papers/issue-receipt.ts';
import { renewInitials } from '../papers/papers.repository.ts';
import { noPaper } from '../papers/papers.view.ts';
import { feeReceiptOf } from '../papers/replace-papers.ts';
import { type DocumentPrinter, noteRead } from './document-printer.ts';
import {
  type InvoiceToPrint,
  readPrintedChild,
  readPrintedInvoices,
  readPrintedReceipt,
} from './invoice-documents.repository.ts';
import {
  type BillingDocument,
  toFeeReceiptDocument,
  toInvoiceDocument,
  toLetterDocument,
  toReceiptDocument,
} from './invoice-documents.view.ts';

const ownerOf = ({ role, sub }: SessionIdentity): string | null => (role === 'wali_murid' ? sub : null);

/** Invoices, receipts and letters as PDF. */
export function invoiceDocumentsRoutes(
  app: FastifyInstance,
  verifier: Verifier,
  context: Context,
  printer: DocumentPrinter,
): void {
  const db = context.database.knex;
  const { school } = context;
  const toDocument = ([first, ...others]: readonly [
    InvoiceToPrint,
    ...InvoiceToPrint[],
  ]): BillingDocument => {
    const today = jakartaDay(context.now());
    const made = (one: InvoiceToPrint) => toInvoiceDocument(school.settings, one, today);
    return { kind: 'invoices', invoices: [made(first), ...others.map(made)] };
  };

  mount(
    app,
    verifier,
    getInvoicePdf,
    async ({ identity, params, request, reply }) => {
      const [invoice] = await readPrintedInvoices(db, 'id', params.id, ownerOf(identity));
      if (!invoice) throw noInvoice();
      await noteRead(db, callerOf(identity, request), 'invoice.read', params.id);
      return printer.send(reply, identity.sub, invoice.invoice.invoice_number, toDocument([invoice]));
    },
    printer.timeout,
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
      return printer.send(
        reply,
        identity.sub,
        `tagihan-${first.invoice.registration_number}`,
        toDocument([first, ...others]),
      );
    },
    printer.timeout,
  );

  mount(
    app,
    verifier,
    getReceipt,
    async ({ identity, params, query: { size }, request, reply }) => {
      const found = await readPrintedReceipt(db, params.id, ownerOf(identity));
      if (!found) throw noPayment();
      const { receipt_number } = found;
      if (found.verification_status === 'reversed') throw receiptRevoked();
      if (found.verification_status !== 'verified' || receipt_number === null) {
        throw conflict('not_verified', 'Kuitansi tersedia setelah pembayaran diverifikasi.');
      }
      const paper = await paperOfPayment(context, { ...found, receipt_number });
      await noteRead(db, callerOf(identity, request), 'invoice_payment.read', params.id);
      const document = { ...toReceiptDocument(context, found, paper), size };
      return printer.send(reply, identity.sub, receipt_number, document);
    },
    printer.timeout,
  );

  mount(
    app,
    verifier,
    getFeeReceipt,
    async ({ identity, request, params, query: { size }, reply }) => {
      const child = await readPrintedChild(db, params.id, ownerOf(identity));
      const found = child && (await feeReceiptOf(context, params.id));
      if (!found) throw noPaper();
      if (found.revoked_at !== null) {
        throw conflict('revoked', 'Kuitansi ini tidak berlaku lagi karena verifikasi pembayaran dibatalkan.');
      }
      const paper = await renewInitials(db, found, nameInitials(child.child_name));
      await noteRead(db, callerOf(identity, request), 'paper.read', paper.id);
      const document = { ...toFeeReceiptDocument(context, child, paper), size };
      return printer.send(reply, identity.sub, paper.number, document);
    },
    printer.timeout,
  );

  mount(
    app,
    verifier,
    getLetter,
    async ({ identity, request, params, reply }) => {
      const registrationId = await registrationOf(db, params.id);
      const child = registrationId && (await readPrintedChild(db, registrationId, ownerOf(identity)));
      if (!child) throw noPaper();
      const paper = await openLetter(context, params.id);
      await noteRead(db, callerOf(identity, request), 'paper.read', paper.id);
      return printer.send(reply, identity.sub, paper.number, toLetterDocument(context, child, paper));
    },
    printer.timeout,
  );
}
