import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import pdfMake from 'pdfmake';
import { invoicePage } from './invoice-pdf.ts';
import { INK } from './pdf-parts.ts';
import type { Paper } from './invoice-documents.view.ts';
import { receiptPage } from './receipt-pdf.ts';

const FONTS = { normal: 'Roboto-Regular', bold: 'Roboto-Medium', italics: 'Roboto-Italic' } as const;

const files = createRequire(import.meta.url);
for (const name of Object.values(FONTS)) {
  pdfMake.virtualfs.writeFileSync(name, readFileSync(files.resolve(`pdfmake/fonts/Roboto/${name}.ttf`)));
}
pdfMake.setFonts({ Roboto: { ...FONTS, bolditalics: FONTS.italics } });
// A paper needs nothing but its own words: no address and no file is ever opened for it.
pdfMake.setUrlAccessPolicy(() => false);
pdfMake.setLocalAccessPolicy(() => false);

function pageOf(paper: Paper): object {
  return paper.kind === 'invoice' ? invoicePage(paper) : receiptPage(paper);
}

async function answer(paper: Paper): Promise<{ bytes: Uint8Array } | { error: string }> {
  try {
    const page = {
      ...pageOf(paper),
      defaultStyle: { font: 'Roboto', fontSize: 10, color: INK, lineHeight: 1.15 },
    };
    return { bytes: await pdfMake.createPdf({ language: 'id-ID', ...page }).getBuffer() };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

/** Thread: makes the PDF of one paper after the other (libraries, "Receipts, invoices"). */
parentPort?.on('message', (paper: Paper) => {
  void answer(paper).then((result) => parentPort?.postMessage(result));
});
