import { HEAD_BYTES, headOf } from '@gerbang/domain/file-heads';

/** The first bytes of a file, as `isHeif`, `pdfStart` and `typeOfHead` take them. */
export const readHead = async (file: Blob): Promise<string> =>
  headOf(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()));
