import { ApiError, messageOf } from '@gerbang/web-kit/api/client';
import { useQueryClient } from '@gerbang/web-kit/api/query-client';
import { toast, toastFailure } from '@gerbang/web-kit/page/toast';
import { uploadFile } from './upload.ts';
import { useEffect, useRef, useState } from 'react';
import type { UploadKind } from './kinds.ts';
import { FileProblem, type Prepared } from './prepare-file.ts';

interface Picked {
  readonly name: string;
  readonly before: number;
  readonly after: number | null;
}

export type UploadState =
  | { readonly kind: 'none' }
  | { readonly kind: 'preparing'; readonly file: Picked }
  | { readonly kind: 'uploading'; readonly file: Picked; readonly percent: number }
  | {
      readonly kind: 'failed';
      readonly file: Picked | null;
      readonly problem: string;
      /** The status of a response without words, `none` where there was no response, null where words say it. */
      readonly status: number | 'none' | null;
      readonly mayRetry: boolean;
    }
  | {
      readonly kind: 'uploaded';
      /** Null = uploaded at an earlier visit. */
      readonly file: Picked | null;
      readonly url: string;
      readonly name: string;
    };

/** A file that was uploaded at an earlier visit. */
export interface EarlierUpload {
  readonly url: string;
  readonly name: string;
}

function isStop(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/**
 * Takes a file from the picker to the server: checked, made smaller, sent with progress, stopped or retried,
 * while everything typed in the form stays. `earlier` is the file to begin with.
 */
export function useUpload(
  kind: UploadKind,
  onUrl: (url: string) => void,
  earlier: EarlierUpload | null = null,
) {
  const copy = kind.texts;
  const [state, setState] = useState<UploadState>(
    earlier === null ? { kind: 'none' } : { kind: 'uploaded', file: null, ...earlier },
  );
  const running = useRef<AbortController | null>(null);
  const prepared = useRef<Prepared | null>(null);
  const client = useQueryClient();
  useEffect(() => () => running.current?.abort(), []);

  const fail = (file: Picked | null, error: unknown) => {
    if (isStop(error)) {
      setState({
        kind: 'failed',
        file,
        problem: copy.stopped,
        status: null,
        mayRetry: prepared.current !== null,
      });
      return;
    }
    const known = error instanceof FileProblem;
    const text = error instanceof ApiError && error.body === null ? copy.uploadFailed : messageOf(error);
    const problem = known ? error.message : text;
    const unanswered = !known && !(error instanceof ApiError);
    const status =
      error instanceof ApiError && error.body === null ? error.status : unanswered ? 'none' : null;
    setState({ kind: 'failed', file, problem, status, mayRetry: !known });
    toastFailure(copy.uploadFailedTitle, problem);
    // The session may be over; the guards learn of it from the cache, as after every other call.
    if (error instanceof ApiError && error.status === 401)
      void client.invalidateQueries({ queryKey: ['user'] });
  };

  const send = async (proof: Prepared) => {
    const file = { name: proof.name, before: proof.before, after: proof.blob.size };
    const controller = new AbortController();
    running.current = controller;
    setState({ kind: 'uploading', file, percent: 0 });
    try {
      const sent = await uploadFile(kind.path, proof.blob, proof.name, {
        signal: controller.signal,
        onProgress: (done) => setState({ kind: 'uploading', file, percent: Math.round(done * 100) }),
      });
      setState({ kind: 'uploaded', file, url: sent.fileUrl, name: sent.fileName });
      onUrl(sent.fileUrl);
      toast(copy.success, copy.uploadDone);
    } catch (error) {
      fail(file, error);
    }
  };

  const pick = async (picked: File) => {
    running.current?.abort();
    prepared.current = null;
    onUrl('');
    const file = { name: picked.name, before: picked.size, after: null };
    setState({ kind: 'preparing', file });
    try {
      prepared.current = await kind.prepare(picked);
    } catch (error) {
      fail(file, error);
      return;
    }
    await send(prepared.current);
  };

  return {
    kind,
    state,
    pick: (file: File) => void pick(file),
    /** Puts a file back that is on the server already: from a draft. */
    restore: (url: string, name: string) => {
      onUrl(url);
      setState({ kind: 'uploaded', file: null, url, name });
    },
    stop: () => running.current?.abort(),
    retry: () => void (prepared.current && send(prepared.current)),
    remove: () => {
      running.current?.abort();
      prepared.current = null;
      onUrl('');
      setState({ kind: 'none' });
    },
  };
}

export type Upload = ReturnType<typeof useUpload>;
