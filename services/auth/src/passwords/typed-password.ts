import type { Readable } from 'node:stream';

/** How long a pipe may say nothing before it counts as a pipe without a writer. */
const SILENCE_MS = 3000;

/**
 * The first line of standard input, without its end. Empty where there is none: at a terminal, in an empty file, and at
 * a pipe held open without input (a build server, a container), which would never end.
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
      if (text.includes('\n')) break; // leaving the loop closes the input, so that an end that never comes is not awaited
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
    // Our own clock closed a pipe that said nothing more.
  } finally {
    clearTimeout(silence);
  }
  return (text + decoder.decode()).split('\n', 1)[0]?.replace(/\r$/u, '') ?? '';
}
