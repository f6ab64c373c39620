import { ApiError, noteIdleTime, secondsToWait, withProof } from '@gerbang/web-kit/api/client';

/** `attachment; filename="pendaftaran-2026-11-21.xlsx"` → the name. */
function nameOf(disposition: string | null): string | null {
  return /filename="?([^";]+)"?/u.exec(disposition ?? '')?.[1] ?? null;
}

/** Gives the browser's downloads a file that is already here. */
export function handOver(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Browsers take the bytes during the click; slow ones need a moment more.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

async function request(address: string, signal: AbortSignal | undefined): Promise<Response> {
  const response = await fetch(address, { credentials: 'include', ...(signal ? { signal } : {}) });
  noteIdleTime(response.headers.get('x-session-idle'));
  if (response.ok) return response;
  const seconds = secondsToWait(response.headers.get('retry-after'));
  throw new ApiError(response.status, (await response.text()) || response.statusText, seconds);
}

/**
 * Fetches a file that is made while it is sent and hands it to the browser's downloads. Its size is not known
 * beforehand, so progress is in bytes; a refusal is an error like that of every call, not a page of JSON.
 */
export async function download(
  address: string,
  fallbackName: string,
  options: FetchOptions = {},
): Promise<void> {
  const { file } = await fetchFile(address, fallbackName, options);
  handOver(file, file.name);
}

interface FetchOptions {
  readonly onProgress?: (bytes: number) => void;
  readonly signal?: AbortSignal;
}

/** The same file for the page itself, with the headers it came with. */
export async function fetchFile(
  address: string,
  fallbackName: string,
  options: FetchOptions = {},
): Promise<{ file: File; headers: Headers }> {
  const response = await withProof(() => request(address, options.signal));
  const parts: BlobPart[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    parts.push(part.value);
    bytes += part.value.byteLength;
    options.onProgress?.(bytes);
  }
  const type = response.headers.get('content-type') ?? 'application/octet-stream';
  const { headers } = response;
  const name = nameOf(headers.get('content-disposition')) ?? fallbackName;
  return { file: new File(parts, name, { type }), headers };
}
