import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const chunksFile = z.record(z.string(), z.array(z.string()));

/**
 * By the path of a page, what its remote needs to draw it, as the remotes' builds say; read once at the start. The
 * browser fetches it beside the program (performance, 'Facts that shape the code').
 */
export function pageChunks(directory: string, remotes: readonly string[]): Record<string, string[]> {
  const chunks: Record<string, string[]> = {};
  for (const name of remotes) {
    const file = join(directory, name, 'dist', 'chunks.json');
    if (!existsSync(file)) continue;
    for (const [path, files] of Object.entries(chunksFile.parse(JSON.parse(readFileSync(file, 'utf8'))))) {
      chunks[path] = [...(chunks[path] ?? []), ...files];
    }
  }
  return chunks;
}
