import type { Readable } from 'node:stream';

/** A pipe that stays silent this long counts as one without a writer. */
const SILENCE_MS = 3000;

/**
 * The first line of standard input, without its line end. Empty when there is none: at a terminal, in an empty file, and
 * at a pipe held open without input (a build server, a container), which would never end.
 */
export async function typedPassword(
  input: Readable & { isTTY?: boolean },
  silenceMs = SILENCE_MS,
): Promise<string> {
  if (input.isTTY) return '';
  const decoder = new TextDecoder();
  let text = '';
  const silence = setTimeout(() => input.destroy(), silenceMs);
  try {
    for await (const chunk of input) {
      text += typeof chunk === 'string' ? chunk : decoder.decode(chunk as Buffer, { stream: true });
      silence.refresh();
      if (text.includes('\n')) break; // leaving the loop closes the input, whose end may never come
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
    // The timeout closed a silent pipe.
  } finally {
    clearTimeout(silence);
  }
  return (text + decoder.decode()).split('\n', 1)[0]?.replace(/\r$/u, '') ?? '';
}
