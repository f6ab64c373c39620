import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';
import { projectRoot } from '../src/paths.ts';

/** English words, and a second name for paying everything at once, 'Lunas sekaligus'. */
const ENGLISH =
  /\b(?:(?:di|me|meng)?(?:upload|update|submit)(?:ted)?|(?:di|me)?review(?:nya)?|profile|invoice|finance|staff|customer service|it support|announcements?|pembayaran penuh)\b/iu;

/** Texts that the specification fixes to the letter; screens mark them with `lang="en"`. */
const FIXED = new Set([
  // Labels of roles, of states and of buttons.
  'Customer Service',
  'Finance',
  'Staff Pendidikan',
  'Staff TU',
  'IT Support',
  'Menunggu Review',
  'Disubmit',
  'Invoice Tersedia',
  'Belum Ada Invoice',
  'Buat Invoice',
  'Simpan Profile',
  // Messages of forms.
  'Profile berhasil diperbarui',
  'Gagal memperbarui profile',
  'Hanya administrator dan finance yang dapat mengakses halaman ini.',
  'Bukti pembayaran berhasil diupload',
  'Bukti pembayaran wajib diupload',
  'Gagal mengupload bukti pembayaran',
  'Upload Gagal',
  'Upload gagal',
  'Upload failed:',
  'Upload failed',
  'File berhasil diupload',
  'Gagal mengupload file',
  'Terjadi kesalahan saat mengupload file. Silakan coba lagi.',
  'Silakan upload bukti pembayaran terlebih dahulu.',
  'Bukti pembayaran diperlukan - Silakan upload bukti pembayaran terlebih dahulu.',
  'Pembayaran berhasil disubmit',
  'Pembayaran gagal disubmit',
  'Status pembayaran berhasil diupdate',
  'Gagal mengupdate status pembayaran',
  // Messages of announcements, each with an Indonesian sentence beside it.
  'Announcement submitted for review',
  'Announcement reviewed successfully',
  'Announcement published successfully',
  'Announcement created successfully',
  'Announcement updated successfully',
  'Failed to submit announcement',
  'Failed to review announcement',
  'Failed to publish announcement',
  'Failed to create announcement',
  'Failed to update announcement',
  'No students found waiting for announcement in the selected jenjang',
  'Failed to fetch students waiting for announcement',
  'Announcement not found',
  'Only draft announcements can be edited',
]);

/** Texts of programs, which no page shows. */
const PROGRAMS = new Set(['Auto-Submitted', 'Upload stopped', 'G01-announcement']);

interface Syntax {
  readonly type?: string;
  readonly value?: unknown;
  readonly cooked?: string;
  readonly callee?: { readonly value?: string };
}

const parts = (node: unknown): string[] => {
  if (node === null || typeof node !== 'object') return [];
  const { type = '', value, cooked, callee } = node as Syntax;
  if (
    /^(?:Import|Ts(?!As|Const|Satisfies|NonNull))/u.test(type) ||
    (type === 'NewExpression' && callee?.value?.endsWith('Error'))
  )
    return [];
  if (type === 'StringLiteral' || type === 'JSXText') return [String(value).trim()];
  if (type === 'TemplateElement') return [(cooked ?? '').trim()];
  return Object.values(node).flatMap(parts);
};

/** Strings that a person may read: sentences and labels, without SQL, styles and the program's own errors. */
function textsOf(file: string): string[] {
  const tree = parseSync(readFileSync(join(projectRoot, file), 'utf8'), {
    syntax: 'typescript',
    tsx: file.endsWith('x'),
    target: 'es2024',
  });
  return parts(tree).filter(
    (text) => /^\p{Lu}/u.test(text) || (file.includes('.copy.') && /\p{L} \p{L}/u.test(text)),
  );
}

const files = globSync('{packages,gateway,services,frontends}/**/src/**/*.{ts,tsx}', {
  cwd: projectRoot,
  exclude: [
    '**/node_modules/**',
    '**/*.test.*',
    '**/*.repository.ts',
    '**/config.ts',
    '**/whatsapp-templates.ts',
  ],
});

test('when a date is written, then by `domain/date-text` alone, in one style', () => {
  const found = files.filter(
    (file) =>
      !file.endsWith('domain/src/calendars.ts') &&
      /\b(?:DateTimeFormat|toLocaleDateString|toLocaleTimeString)\b|'(?:Jan|Jul|Sep)\w*',\s*'(?:Feb|Agu|Okt)/u.test(
        readFileSync(join(projectRoot, file), 'utf8').replaceAll(/^\s*(?:\/\/|\*|\/\*\*).*$/gmu, ''),
      ),
  );
  expect(found).toEqual(['packages/domain/src/date-text.ts']);
});

test('when a text is ours, then it has no English word', () => {
  const found = files.flatMap((file) =>
    textsOf(file)
      .filter((text) => ENGLISH.test(text) && !FIXED.has(text) && !PROGRAMS.has(text))
      .map((text) => `${file}: ${text}`),
  );
  expect(found).toEqual([]);
});
