import type { UploadedFile } from '@gerbang/contracts/files';
import type * as files from '@gerbang/contracts/files';
import { ApiError, noteIdleTime, secondsToWait } from '@gerbang/web-kit/api/client';

type UploadPath = (typeof files.uploadPaymentEvidence)['path'] | (typeof files.uploadStageAttachment)['path'];

interface Sending {
  readonly onProgress?: (done: number) => void;
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Sends a file as the raw body, with real progress (0 to 1) and a way to stop. fetch reports
 * nothing about what has left the phone, so this is the one place with XMLHttpRequest. Errors are those of `call`.
 */
export function sendFile<Result>(address: string, file: Blob, options: Sending = {}): Promise<Result> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    const offline = () => reject(new TypeError('Failed to upload'));
    request.open('POST', address);
    request.withCredentials = true;
    request.setRequestHeader('content-type', 'application/octet-stream');
    for (const [name, value] of Object.entries(options.headers ?? {})) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) options.onProgress?.(event.loaded / event.total);
    });
    request.addEventListener('load', () => {
      const { status, responseText, statusText } = request;
      noteIdleTime(request.getResponseHeader('x-session-idle'));
      if (status === 201 || status === 202) resolve(JSON.parse(responseText) as Result);
      else {
        const seconds = secondsToWait(request.getResponseHeader('retry-after'));
        reject(new ApiError(status, responseText || statusText, seconds));
      }
    });
    request.addEventListener('error', offline);
    request.addEventListener('timeout', offline);
    request.addEventListener('abort', () => reject(new DOMException('Upload stopped', 'AbortError')));
    options.signal?.addEventListener('abort', stop);
    request.addEventListener('loadend', () => options.signal?.removeEventListener('abort', stop));
    if (options.signal?.aborted) reject(new DOMException('Upload stopped', 'AbortError'));
    else request.send(file);
  });
}

/** Sends a proof or an attachment. */
export function uploadFile(
  path: UploadPath,
  file: Blob,
  name: string,
  options: Omit<Sending, 'headers'> = {},
): Promise<UploadedFile> {
  const header = 'x-file-name' satisfies typeof files.FILE_NAME_HEADER;
  return sendFile(path, file, { ...options, headers: { [header]: encodeURIComponent(name) } });
}
