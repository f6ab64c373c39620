import type { ShrinkRequest, ShrinkResponse } from './shrink.worker.ts';
import type { ShrunkPicture } from './shrink-picture.ts';

/** Undefined before the first picture; null where this browser has no worker that draws. */
let shared: Worker | null | undefined;
let count = 0;

function start(): Worker | null {
  if (typeof Worker === 'undefined' || typeof OffscreenCanvas === 'undefined') return null;
  return new Worker(new URL('shrink.worker.ts', import.meta.url), { name: 'shrink' });
}

/** Shrinks a picture off the main thread; null where the worker cannot, so that the page tries. */
export function shrinkInWorker(file: Blob, turns: number): Promise<ShrunkPicture | null> {
  shared = shared === undefined ? start() : shared;
  const worker = shared;
  if (!worker) return Promise.resolve(null);
  count += 1;
  const id = count;
  return new Promise((resolve) => {
    const end = (shrunk: ShrunkPicture | null) => {
      worker.removeEventListener('message', onMessage);
      worker.removeEventListener('error', onError);
      resolve(shrunk);
    };
    const onMessage = ({ data }: MessageEvent<ShrinkResponse>) => {
      if (data.id === id) end(data.shrunk);
    };
    // The program of the worker could not be loaded, or memory ran out: the page does without it from now on.
    const onError = () => {
      shared = null;
      end(null);
    };
    worker.addEventListener('message', onMessage);
    worker.addEventListener('error', onError);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to choose
    worker.postMessage({ id, file, turns } satisfies ShrinkRequest);
  });
}
