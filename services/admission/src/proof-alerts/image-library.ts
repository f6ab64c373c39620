import type sharp from 'sharp';

/** The most pixels that are read, and how long one step may take. */
export const MAX_PIXELS = 40_000_000;
export const TIME_SECONDS = 5;

let loaded: Promise<typeof sharp> | undefined;

/** The image library, loaded with the first image: it takes memory that a process without uploads does not need. */
export function loadSharp(): Promise<typeof sharp> {
  return (loaded ??= import('sharp').then(({ default: library }) => {
    // One thread an image: how many are processed at once is decided by the slots alone.
    library.concurrency(1);
    // Nothing of a proof stays in memory.
    library.cache(false);
    return library;
  }));
}
