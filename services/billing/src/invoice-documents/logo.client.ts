import { readLogo as call } from '@gerbang/contracts/internal-calls';
import { callInternal } from '@gerbang/service-kit/http/internal';
import type { Context } from '../context.ts';

/**
 * The school's logo for papers, read from admission, which keeps the files; kept here while it is the same, since another
 * logo has another id. A paper does not fail for its logo: without a clear answer it is made without one.
 */
export class LogoReader {
  readonly #context: Pick<Context, 'config' | 'log'>;
  #kept: { readonly id: string; readonly address: string } | null = null;

  constructor(context: Pick<Context, 'config' | 'log'>) {
    this.#context = context;
  }

  /** The logo as a `data:` address of PNG or JPEG; null for none. */
  async read(fileId: string | null): Promise<string | null> {
    if (fileId === null) return null;
    if (this.#kept?.id === fileId) return this.#kept.address;
    const { config, log } = this.#context;
    try {
      const target = { origin: config.ADMISSION_URL, key: config.INTERNAL_KEY };
      const { status, body } = await callInternal(call, target, { fileId });
      if (status !== 200) throw new Error(`admission responded ${status}`);
      const { type, base64 } = call.response.parse(body);
      this.#kept = { id: fileId, address: `data:${type};base64,${base64}` };
      return this.#kept.address;
    } catch (error) {
      log.warn({ err: error }, 'the logo could not be read; the paper has none');
      return null;
    }
  }
}
