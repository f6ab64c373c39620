import { join } from 'node:path';
import {
  BackgroundProcess,
  type BackgroundProcessOptions,
} from '@gerbang/service-kit/program/background-process';
import type { BillingDocument } from './invoice-documents.view.ts';

/** A document, and the school's logo as a `data:` address of PNG or JPEG; null = none. */
export interface PdfJob {
  readonly document: BillingDocument;
  readonly logo: string | null;
}

/** Renders PDFs in a process of its own, one after the other; 503 with Retry-After where its queue is full. */
export class PdfRenderer {
  readonly #process: BackgroundProcess<PdfJob, Uint8Array>;

  constructor(options: Omit<BackgroundProcessOptions, 'file'> = {}) {
    this.#process = new BackgroundProcess({ ...options, file: join(import.meta.dirname, 'pdf.worker.ts') });
  }

  /** The PDF of a document, in turns by account; 503 where the queue is full or rendering fails. */
  async render(
    document: BillingDocument,
    { logo = null, account = '' }: { readonly logo?: string | null; readonly account?: string } = {},
  ): Promise<Buffer> {
    const bytes = await this.#process.run({ document, logo }, { key: account });
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Ends the process; the next document starts another one. */
  close(): Promise<void> {
    return this.#process.close();
  }
}
