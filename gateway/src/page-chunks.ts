import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const chunksFile = z.object({ entry: z.string(), pages: z.record(z.string(), z.array(z.string())) });

export interface PageChunks {
  /** By the name of a remote, its entry under the hash of what is in it. */
  readonly entries: Readonly<Record<string, string>>;
  /** By the path of a page, what its remote needs to draw it. */
  readonly pages: Readonly<Record<string, readonly string[]>>;
}

/**
 * What the remotes' builds say about their files; read once at the start. The browser fetches a page's files beside the
 * program (performance, 'Facts that shape the code').
 */
export function pageChunks(directory: string, remotes: readonly string[]): PageChunks {
  const entries: Record<string, string> = {};
  const pages: Record<string, string[]> = {};
  for (const name of remotes) {
    const file = join(directory, name, 'dist', 'chunks.json');
    if (!existsSync(file)) continue;
    const said = chunksFile.parse(JSON.parse(readFileSync(file, 'utf8')));
    entries[name] = said.entry;
    for (const [path, files] of Object.entries(said.pages)) pages[path] = [...(pages[path] ?? []), ...files];
  }
  return { entries, pages };
}
