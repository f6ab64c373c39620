import type { PageWarning } from '@gerbang/domain/page-warnings';
import { ApiError } from '@gerbang/web-kit/api/client';

/** Seconds before each new attempt after a lost connection; then a person decides. */
export const RETRY_AFTER_S = [2, 5, 10, 20, 30] as const;
/** A line on which nothing moves for so long is lost, though the browser does not say so. */
const STALLED_MS = 60_000;
const GATEWAY_LOST: readonly number[] = [502, 503, 504];

/** Whether it may work in a moment, without the person doing anything. */
export const isLost = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof ApiError && GATEWAY_LOST.includes(error.status));

/** How a sending goes: of the page that is on its way, 0 to 1; of the wait, which attempt comes next. */
export type SendingStep =
  | { readonly kind: 'page'; readonly at: number; readonly done: number }
  | { readonly kind: 'finishing' }
  | { readonly kind: 'waiting'; readonly attempt: number };

export interface SendingPage {
  readonly blob: Blob;
  /** As the server named it; null before it has it. */
  readonly fileId: string | null;
}

/** A page that the server has, and what it finds hard to read in it. */
export interface Uploaded {
  readonly fileId: string;
  readonly warnings: readonly PageWarning[];
}

type Upload = (
  blob: Blob,
  options: { readonly onProgress: (done: number) => void; readonly signal: AbortSignal },
) => Promise<Uploaded>;

interface Job<Sent> {
  readonly pages: readonly SendingPage[];
  /** Uploads a page. */
  readonly upload: Upload;
  /** Sends the document of these uploaded pages; a repeat has the same effect as the first. */
  readonly attach: (fileIds: readonly string[]) => Promise<Sent>;
  readonly onUploaded: (at: number, uploaded: Uploaded) => void;
  readonly onStep: (step: SendingStep) => void;
  readonly signal: AbortSignal;
}

/** Uploads a page; a line that stands still for a minute counts as lost. */
async function uploadMoving(
  upload: Upload,
  page: Blob,
  signal: AbortSignal,
  onDone: (done: number) => void,
): Promise<Uploaded> {
  const own = new AbortController();
  const stop = () => own.abort();
  signal.addEventListener('abort', stop);
  let timer = setTimeout(stop, STALLED_MS);
  const onProgress = (done: number) => {
    clearTimeout(timer);
    timer = setTimeout(stop, STALLED_MS);
    onDone(done);
  };
  try {
    return await upload(page, { onProgress, signal: own.signal });
  } catch (error) {
    if (own.signal.aborted && !signal.aborted) {
      throw new TypeError('The line stands still', { cause: error });
    }
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

/** Waits, but not longer than until the browser is online again. */
function waitForLine(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (then: () => void) => () => {
      clearTimeout(timer);
      removeEventListener('online', online);
      signal.removeEventListener('abort', stop);
      then();
    };
    const online = end(resolve);
    const stop = end(() => reject(new DOMException('Sending stopped', 'AbortError')));
    const timer = setTimeout(online, seconds * 1000);
    addEventListener('online', online);
    signal.addEventListener('abort', stop);
  });
}

/**
 * Sends the pages of a document in their order, then the document. Pages that the server has are not sent again. After a
 * lost connection it goes on by itself, as often as `RETRY_AFTER_S` says; then, and after every other failure, it throws.
 */
export async function sendPages<Sent>(job: Job<Sent>): Promise<Sent> {
  const { pages, upload, attach, onUploaded, onStep, signal } = job;
  const ids = pages.map(({ fileId }) => fileId);
  let failures = 0;
  for (;;) {
    try {
      for (const [at, { blob }] of pages.entries()) {
        if (ids[at]) continue;
        onStep({ kind: 'page', at, done: 0 });
        const uploaded = await uploadMoving(upload, blob, signal, (done) =>
          onStep({ kind: 'page', at, done }),
        );
        ids[at] = uploaded.fileId;
        failures = 0;
        onUploaded(at, uploaded);
      }
      onStep({ kind: 'finishing' });
      return await attach(ids.filter((id) => id !== null));
    } catch (error) {
      const seconds = RETRY_AFTER_S[failures];
      if (!isLost(error) || seconds === undefined || signal.aborted) throw error;
      failures += 1;
      onStep({ kind: 'waiting', attempt: failures });
      await waitForLine(seconds, signal);
    }
  }
}
