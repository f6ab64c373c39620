import type { ShrinkRequest, ShrinkResponse } from './shrink.worker.ts';
import type { ShrunkPicture } from './shrink-picture.ts';

/** Undefined before the first picture; null where this browser has no worker that draws. */
let worker: Worker | null | undefined;
let count = 0;

function start(): Worker | null {
  if (typeof Worker === 'undefined' || typeof OffscreenCanvas === 'undefined') return null;
  return new Worker(new URL('shrink.worker.ts', import.meta.url), { name: 'shrink' });
}

/** Shrinks a picture off the main thread; null where the worker cannot, so that the page tries. */
export function shrinkInWorker(file: Blob, turns: number): Promise<ShrunkPicture | null> {
  worker = worker === undefined ? start() : worker;
  const running = worker;
  if (!running) return Promise.resolve(null);
  count += 1;
  const id = count;
  return new Promise((resolve) => {
    const end = (shrunk: ShrunkPicture | null) => {
      running.removeEventListener('message', onMessage);
      running.removeEventListener('error', onError);
      resolve(shrunk);
    };
    const onMessage = ({ data }: MessageEvent<ShrinkResponse>) => {
      if (data.id === id) end(data.shrunk);
    };
    // The program of the worker could not be loaded, or memory ran out: the page does without it from now on.
    const onError = () => {
      worker = null;
      end(null);
    };
    running.addEventListener('message', onMessage);
    running.addEventListener('error', onError);
    running.postMessage({ id, file, turns } satisfies ShrinkRequest);
  });
}
