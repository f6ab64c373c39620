import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pageChunks } from '../src/pages/page-chunks.ts';

test('when builds list the files of pages, then each page has those of the remote that draws it, and a remote without a list is left out', () => {
  const directory = mkdtempSync(join(tmpdir(), 'gerbang-chunks-'));
  const built = (name: string, chunks: object) => {
    mkdirSync(join(directory, name, 'dist'), { recursive: true });
    writeFileSync(join(directory, name, 'dist', 'chunks.json'), JSON.stringify(chunks));
  };
  try {
    built('admission', {
      entry: '/remotes/admission/entry.1.js',
      pages: {
        '/dashboard': ['/remotes/admission/entry.1.js'],
        '/children': ['/remotes/admission/1.js'],
      },
    });
    built('billing', {
      entry: '/remotes/billing/entry.2.js',
      pages: { '/dashboard': ['/remotes/billing/entry.2.js'], '/tagihan': ['/remotes/billing/2.js'] },
    });
    expect(pageChunks(directory, ['auth', 'admission', 'billing'])).toEqual({
      entries: { admission: '/remotes/admission/entry.1.js', billing: '/remotes/billing/entry.2.js' },
      pages: {
        '/dashboard': ['/remotes/admission/entry.1.js'],
        '/children': ['/remotes/admission/1.js'],
        '/tagihan': ['/remotes/billing/2.js'],
      },
    });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
