import { Blob } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { ApiError } from '@gerbang/web-kit/api/client';
import { screen } from '@testing-library/react';
import { uploadCopy } from './bank-statements.copy.ts';
import type { Uploading } from './statement-upload.tsx';
import { UploadReport } from './upload-report.tsx';

// The program that opens workbooks cannot be fetched.
jest.mock('../statement-profiles/excel-rows.ts', () => {
  throw new Error('Loading chunk failed');
});
// The browser's own; the document of the tests has none of them.
Object.assign(globalThis, { TextDecoder });

function refusedFile(content: string) {
  const error = new ApiError(
    422,
    JSON.stringify({
      code: 'unknown_shape',
      message: 'Bentuk mutasi ini belum kami kenal.',
      details: { headers: ['Tgl', 'Uraian', 'Nominal'] },
    }),
  );
  const file = Object.assign(new Blob([content]), { name: 'mutasi.csv' });
  const of = {
    upload: { error, data: undefined },
    sent: { accountKey: 'utama', file },
    again: () => undefined,
  };
  return renderPage(<UploadReport of={of as unknown as Uploading} onFiles={() => undefined} />, {
    path: '/admin/bank',
  });
}

describe('columns of a file of an unknown shape', () => {
  test('when the file can be read, then its columns can be described', async () => {
    const { type } = refusedFile('Tgl;Uraian;Nominal\n20/11/2026;TRF RINA;350.137,00 CR');
    await type.click(screen.getByRole('button', { name: 'Susun kolomnya' }));
    expect(await screen.findByRole('dialog')).toBeTruthy();
  });

  test.each([
    ['its head is not found again', 'Lain;Lagi', uploadCopy.noSample.head_not_found],
    ['the program for workbooks does not load', 'PK\u0003', uploadCopy.noSample.program_lost],
  ])('when %s, then finance is told that, and what to do', async (_case, content, remedy) => {
    const { type } = refusedFile(content);
    await type.click(screen.getByRole('button', { name: 'Susun kolomnya' }));
    await findToast('Kolom mutasi.csv belum dapat disusun.', remedy);
  });
});
