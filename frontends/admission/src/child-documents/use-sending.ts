import { uploadChildDocument, type UploadedPage } from '@gerbang/contracts/child-documents';
import type * as files from '@gerbang/contracts/files';
import { ApiError, messageOf } from '@gerbang/web-kit/api/client';
import { sendFile } from '@gerbang/web-kit/files/upload';
import { useRepeatKey } from '@gerbang/web-kit/api/use-decision';
import { useEffect, useRef, useState } from 'react';
import { pageEditorCopy as copy } from './page-editor.copy.ts';
import { isLost, sendPages, type SendingStep, type Uploaded } from './send-pages.ts';
import type { Page, usePages } from './use-pages.ts';

/** Sends a document of uploaded pages; a repeat with the same key has the same effect as the first. */
export type SendDocument<Sent> = (
  body: { readonly files: string[]; readonly note?: string },
  key: string,
) => Promise<Sent>;

export type SendingState =
  | { readonly kind: 'idle' }
  | SendingStep
  | { readonly kind: 'failed'; readonly problem: string };

/** What the server found hard to read in the pages and was not shown yet, in words. */
function hintsOf(pages: readonly Page[], found: ReadonlyMap<string, Uploaded['warnings']>): string[] {
  return pages.flatMap(({ id, warnings }, at) => {
    const unseen = (found.get(id) ?? []).filter((one) => !warnings.includes(one));
    return unseen.length > 0 ? [copy.sentHint(at + 1, unseen)] : [];
  });
}

/** The server does not have the pages any more, or a document has them already. */
const PAGES_GONE: readonly unknown[] = ['not_your_file', 'file_used'];

function problemOf(error: unknown): string {
  if (error instanceof DOMException && error.name === 'AbortError') return copy.stopped;
  if (isLost(error)) return copy.lost;
  if (error instanceof ApiError && error.status === 401) return copy.sessionEnded;
  const [issue] = error instanceof ApiError ? (error.body?.issues ?? []) : [];
  return issue?.message ?? messageOf(error);
}

async function upload(
  blob: Blob,
  options: Pick<Parameters<typeof sendFile>[2] & object, 'onProgress' | 'signal'>,
) {
  const header = 'x-file-name' satisfies typeof files.FILE_NAME_HEADER;
  // The name that a phone gave the photo says nothing; a scan's may say whose it is.
  const name = blob.type === 'application/pdf' ? 'halaman.pdf' : 'halaman.jpg';
  const { file_id: fileId, warnings } = await sendFile<UploadedPage>(uploadChildDocument.path, blob, {
    ...options,
    headers: { [header]: name },
  });
  return { fileId, warnings };
}

/** Sends the pages as they are, once; what the server has stays there for the next attempt. */
export function useSending({
  editor,
  send,
  onSent,
  onRefused,
}: {
  readonly editor: Pick<ReturnType<typeof usePages>, 'pages' | 'noteUploaded' | 'forgetUploads'>;
  readonly send: SendDocument<unknown>;
  /** With hints about pages that only the server has measured. */
  readonly onSent: (hints: readonly string[]) => void;
  /** The document is not taken any more (409). */
  readonly onRefused: (error: ApiError) => void;
}) {
  const [state, setState] = useState<SendingState>({ kind: 'idle' });
  const running = useRef<AbortController | null>(null);
  const keyOf = useRepeatKey();
  useEffect(() => () => running.current?.abort(), []);
  const { pages, noteUploaded, forgetUploads } = editor;
  const isBusy = state.kind !== 'idle' && state.kind !== 'failed';

  const fail = (error: unknown) => {
    if (error instanceof ApiError && error.status === 409) return onRefused(error);
    if (error instanceof ApiError && PAGES_GONE.includes(error.body?.code)) forgetUploads();
    setState({ kind: 'failed', problem: problemOf(error) });
  };
  const start = async (note: string) => {
    if (isBusy) return;
    const controller = new AbortController();
    running.current = controller;
    const found = new Map<string, Uploaded['warnings']>();
    try {
      await sendPages({
        pages,
        upload,
        attach: (ids) => {
          const body = { files: [...ids], ...(note === '' ? {} : { note }) };
          return send(body, keyOf(body));
        },
        onUploaded: (at, uploaded) => {
          const page = pages[at];
          if (!page) return;
          found.set(page.id, uploaded.warnings);
          noteUploaded(page.id, uploaded);
        },
        onStep: setState,
        signal: controller.signal,
      });
      setState({ kind: 'idle' });
      onSent(hintsOf(pages, found));
    } catch (error) {
      fail(error);
    }
  };

  return {
    state,
    isBusy,
    start: (note: string) => void start(note.trim()),
    stop: () => running.current?.abort(),
    /** The pages have changed: what was wrong is no longer said. */
    calm: () => setState((before) => (before.kind === 'failed' ? { kind: 'idle' } : before)),
  };
}
