import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { serveJobs } from '@gerbang/service-kit/program/background-process';
import pdfMake from 'pdfmake';
import type { BillingDocument } from './invoice-documents.view.ts';
import { invoicePages, receiptPage } from './pdf-pages.ts';
import { INK } from './pdf-parts.ts';

const FONTS = { normal: 'Roboto-Regular', bold: 'Roboto-Medium', italics: 'Roboto-Italic' } as const;

const files = createRequire(import.meta.url);
for (const name of Object.values(FONTS)) {
  pdfMake.virtualfs.writeFileSync(name, readFileSync(files.resolve(`pdfmake/fonts/Roboto/${name}.ttf`)));
}
pdfMake.setFonts({ Roboto: { ...FONTS, bolditalics: FONTS.italics } });
// A document has text and fonts only: pdfmake must open no address and no file for it.
pdfMake.setUrlAccessPolicy(() => false);
pdfMake.setLocalAccessPolicy(() => false);

/** Program: renders the PDFs of the documents that it is sent. */
serveJobs(async (document: BillingDocument): Promise<Uint8Array> => {
  const page = document.kind === 'invoices' ? invoicePages(document.invoices) : receiptPage(document);
  const defaultStyle = { font: 'Roboto', fontSize: 10, color: INK, lineHeight: 1.15 };
  return pdfMake.createPdf({ language: 'id-ID', ...page, defaultStyle }).getBuffer();
});
