import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@gerbang/contracts/page.types';
import { PAGES } from '@gerbang/contracts/pages';
import { z } from 'zod';

const chunksFile = z.object({ entry: z.string(), pages: z.record(z.string(), z.array(z.string())) });

export interface PageChunks {
  /** By the name of a remote, its entry under the hash of what is in it. */
  readonly entries: Readonly<Record<string, string>>;
  /** By the path of a page, what its remote needs to draw it. */
  readonly pages: Readonly<Record<string, readonly string[]>>;
}

/**
 * The remote that draws the page. Every family's dashboard has cards of admission; the cards of the others are
 * loaded only where they have something to show.
 */
export function drawnBy({ path, comingSoon, remote }: Page): Page['remote'] {
  return path === '/dashboard' ? 'admission' : comingSoon ? undefined : remote;
}

/**
 * What the remotes' builds say about their files; read once at the start. The browser fetches the files of a page beside
 * the program, not one after the other behind it.
 */
export function pageChunks(directory: string, remotes: readonly string[]): PageChunks {
  const entries: Record<string, string> = {};
  const pages: Record<string, readonly string[]> = {};
  for (const name of remotes) {
    const file = join(directory, name, 'dist', 'chunks.json');
    if (!existsSync(file)) continue;
    const manifest = chunksFile.parse(JSON.parse(readFileSync(file, 'utf8')));
    entries[name] = manifest.entry;
    for (const page of PAGES) {
      const files = manifest.pages[page.path];
      if (files && drawnBy(page) === name) pages[page.path] = files;
    }
  }
  return { entries, pages };
}
