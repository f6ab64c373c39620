import { audit } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Context } from '../context.ts';
import type { BillingDocument } from './invoice-documents.view.ts';
import { LogoReader } from './logo.client.ts';
import { PdfRenderer } from './pdf-renderer.ts';

/** Makes the PDFs of this service with the school's logo, all in one background process that ends with the server. */
export class DocumentPrinter {
  /** Time limit in milliseconds of a call that prints. */
  readonly timeout: number;
  readonly #context: Pick<Context, 'school'>;
  readonly #renderer: PdfRenderer;
  readonly #logo: LogoReader;

  constructor(app: FastifyInstance, context: Context) {
    const { PAPER_WAIT_MS: longestWaitMs, PAPER_WORK_MS: longestWorkMs } = context.config;
    this.timeout = longestWaitMs + longestWorkMs + 1000;
    this.#context = context;
    this.#renderer = new PdfRenderer({ longestWaitMs, longestWorkMs });
    this.#logo = new LogoReader(context);
    app.addHook('onClose', () => this.#renderer.close());
  }

  /**
   * Sends a document for the browser's own viewer; only our own pages may frame it. Its header `Link` names the page that
   * checks it (RFC 8288), for those who share the document. Documents wait in turns, one of each account after the other.
   */
  async send(
    reply: FastifyReply,
    account: string,
    name: string,
    document: BillingDocument,
  ): Promise<FastifyReply> {
    const logo = await this.#logo.read(this.#context.school.settings.brand.logo_file_id);
    return reply
      .type('application/pdf')
      .headers({
        'content-disposition': `inline; filename="${name}.pdf"`,
        'content-security-policy': "frame-ancestors 'self'",
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
        'cross-origin-resource-policy': 'same-origin',
        ...('check' in document && { link: `<${document.check.url}>; rel="describedby"` }),
      })
      .send(await this.#renderer.render(document, { logo, account }));
  }
}

/** Notes in the trail that a member of the staff opens a family's document. */
export async function noteRead(db: Db, caller: Caller, action: string, subject: string): Promise<void> {
  if (caller.role === 'wali_murid') return;
  await audit(db, { action, actor: await actorOf(db, caller), subject, origin: caller.origin });
}
