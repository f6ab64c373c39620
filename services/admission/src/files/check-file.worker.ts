import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { DOCUMENT_MAX_PAGES } from '@gerbang/domain/child-documents';
import { headOf, pdfStart } from '@gerbang/domain/file-heads';
import { type FileType, isImage } from '@gerbang/domain/file-types';
import { MEASURED_SIDE, type PageWarning, pageWarningsOf } from '@gerbang/domain/page-warnings';
import { diskProblem } from '@gerbang/file-store/folders';
import { Problem } from '@gerbang/service-kit/http/problems';
import { serveJobs } from '@gerbang/service-kit/program/serve-jobs';
import { checkDoc, checkDocx, longDocument } from './document-checks.ts';
import { loadSharp } from '../proof-alerts/image-library.ts';
import { printImage } from '../proof-alerts/print-image.ts';
import type { CheckJob, CheckResult, PrintJob, PrintResult } from './file-checker.ts';
import { rewriteImage } from './image-rewriter.ts';
import { checkPdf } from './pdf-check.ts';

/** Refuses a document that speaks against itself; as a page of a child's document also one that is a whole book. */
async function checkDocument(bytes: Buffer, type: FileType, isPage: boolean): Promise<void> {
  if (type === 'doc') checkDoc(bytes);
  else if (type !== 'pdf') await checkDocx(bytes);
  else {
    const pages = await checkPdf(bytes);
    if (isPage && pages > DOCUMENT_MAX_PAGES) throw longDocument(pages, DOCUMENT_MAX_PAGES);
  }
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();

/** The print of a picture. One that fails is found by its bytes alone, and says why, so that no family waits for it. */
async function printOf(bytes: Buffer, type: FileType): Promise<Omit<PrintResult, 'sha256'>> {
  if (!isImage(type)) return { print: null };
  try {
    return { print: await printImage(bytes) };
  } catch (error) {
    return { print: null, printFailure: String(error) };
  }
}

/** What may make a page hard to read, measured on the picture as it is kept. */
async function pageWarnings(image: Buffer): Promise<PageWarning[]> {
  const library = await loadSharp();
  const { width, height } = await library(image).metadata();
  const { data: grey, info } = await library(image)
    .resize({ width: MEASURED_SIDE, height: MEASURED_SIDE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .greyscale()
    .toFormat('raw')
    .toBuffer({ resolveWithObject: true });
  return pageWarningsOf({ width, height }, { grey, width: info.width, height: info.height });
}

async function check({ path, type, maxBytes, out, fit, prints, look }: CheckJob): Promise<CheckResult> {
  try {
    const bytes = await readFile(path);
    if (!isImage(type)) {
      const start = type === 'pdf' ? pdfStart(headOf(bytes)) : 0;
      const document = start > 0 ? bytes.subarray(start) : bytes;
      await checkDocument(document, type, look);
      if (start > 0) await writeFile(out, document, { flag: 'wx', mode: 0o600 });
      return { type, path: start > 0 ? out : path, sha256: sha256(bytes), print: null, warnings: [] };
    }
    const image = await rewriteImage(bytes, type, maxBytes, fit);
    await writeFile(out, image.bytes, { flag: 'wx', mode: 0o600 });
    const printed = prints ? await printOf(bytes, type) : { print: null };
    const warnings = look ? await pageWarnings(image.bytes) : [];
    return { type: image.type, path: out, sha256: sha256(bytes), ...printed, warnings };
  } catch (error) {
    const problem = diskProblem(error);
    if (!(problem instanceof Problem)) throw error;
    const { statusCode, code, message } = problem;
    return { refusal: { statusCode, code, message } };
  }
}

/** Program: writes images anew to `out`, reads documents for what speaks against them, and makes prints of proofs. */
serveJobs(async (job: CheckJob | PrintJob): Promise<CheckResult | PrintResult> => {
  if ('path' in job) return check(job);
  const bytes = Buffer.from(job.bytes);
  return { sha256: sha256(bytes), ...(await printOf(bytes, job.type)) };
});
