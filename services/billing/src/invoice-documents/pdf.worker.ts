import { serveJobs } from '@gerbang/service-kit/program/background-process';
import type { PdfJob } from './pdf-renderer.ts';
import { pdfOf } from './pdf-face.ts';
import { invoicePages, receiptPage } from './pdf-pages.ts';

/** Program: renders the PDFs of the documents that it is sent. */
serveJobs(async ({ document, logo }: PdfJob): Promise<Uint8Array> => {
  const shown = logo !== null;
  const pages =
    document.kind === 'invoices' ? invoicePages(document.invoices, shown) : receiptPage(document, shown);
  return pdfOf({ ...pages, ...(shown && { images: { logo } }) });
});
