import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pageChunks } from '../src/page-chunks.ts';

test('when remotes say what draws their pages, then it is known by path, and a remote that says nothing is passed over', () => {
  const directory = mkdtempSync(join(tmpdir(), 'gerbang-chunks-'));
  const built = (name: string, chunks: object) => {
    mkdirSync(join(directory, name, 'dist'), { recursive: true });
    writeFileSync(join(directory, name, 'dist', 'chunks.json'), JSON.stringify(chunks));
  };
  try {
    built('admission', {
      '/dashboard': ['/remotes/admission/entry.js'],
      '/children': ['/remotes/admission/1.js'],
    });
    built('billing', { '/dashboard': ['/remotes/billing/entry.js'] });
    expect(pageChunks(directory, ['auth', 'admission', 'billing'])).toEqual({
      '/dashboard': ['/remotes/admission/entry.js', '/remotes/billing/entry.js'],
      '/children': ['/remotes/admission/1.js'],
    });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
