import { serveJobs } from '@gerbang/service-kit/program/serve-jobs';
import type { PdfJob } from './pdf-renderer.ts';
import { pdfOf } from './pdf-face.ts';
import { letterPage } from './letter-page.ts';
import type { BillingDocument } from './invoice-documents.view.ts';
import { feeReceiptPage } from './fee-receipt-page.ts';
import { invoicePages, receiptPage } from './pdf-pages.ts';
import { refundPage } from './refund-page.ts';
import { feeSlip, receiptSlip, slipPage } from './slip-page.ts';

function pagesOf(document: BillingDocument, logo: boolean): object {
  switch (document.kind) {
    case 'invoices':
      return invoicePages(document.invoices, logo);
    case 'receipt':
      return document.size === '80mm' ? slipPage(receiptSlip(document)) : receiptPage(document, logo);
    case 'fee_receipt':
      return document.size === '80mm' ? slipPage(feeSlip(document)) : feeReceiptPage(document, logo);
    case 'refund':
      return refundPage(document, logo);
    case 'letter':
      return letterPage(document, logo);
  }
}

/** Program: renders the PDFs of the documents that it is sent. */
serveJobs(async ({ document, logo }: PdfJob): Promise<Uint8Array> => {
  const shown = logo !== null;
  return pdfOf({ ...pagesOf(document, shown), ...(shown && { images: { logo } }) });
});
