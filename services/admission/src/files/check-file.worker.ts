import { readFile, writeFile } from 'node:fs/promises';
import { diskProblem } from '@gerbang/file-store/folders';
import { Problem } from '@gerbang/service-kit/http/problems';
import { serveJobs } from '@gerbang/service-kit/program/background-process';
import { checkDoc, checkDocx } from './document-checks.ts';
import type { CheckJob, CheckResult } from './file-checker.ts';
import { type FileType, isImage } from './file-types.ts';
import { rewriteImage } from './image-rewriter.ts';
import { checkPdf } from './pdf-check.ts';

async function checkDocument(bytes: Buffer, type: FileType): Promise<void> {
  if (type === 'pdf') await checkPdf(bytes);
  else if (type === 'doc') checkDoc(bytes);
  else await checkDocx(bytes);
}

/** Program: writes images anew to `out`, and reads documents for what speaks against them. */
serveJobs(async ({ path, type, maxBytes, out, fit }: CheckJob): Promise<CheckResult> => {
  try {
    const bytes = await readFile(path);
    if (!isImage(type)) {
      await checkDocument(bytes, type);
      return { type, path };
    }
    const image = await rewriteImage(bytes, type, maxBytes, fit);
    await writeFile(out, image.bytes, { flag: 'wx', mode: 0o600 });
    return { type: image.type, path: out };
  } catch (error) {
    const problem = diskProblem(error);
    if (!(problem instanceof Problem)) throw error;
    const { statusCode, code, message } = problem;
    return { refusal: { statusCode, code, message } };
  }
});
