import { useEffect, useRef, useState } from 'react';
import { pageEditorCopy as copy } from './page-editor.copy.ts';
import type { Uploaded } from './send-pages.ts';
import { PageProblem, type PreparedPage, preparePage, shrunkPage } from './prepare-page.ts';

/** A page in the order in which it is sent. */
export interface Page extends PreparedPage {
  readonly id: string;
  readonly name: string;
  /** Address of its picture in this tab. */
  readonly url: string;
  /** The page before it was turned. */
  readonly upright: Blob;
  readonly turns: number;
  /** As the server named it; null before it has it. */
  readonly fileId: string | null;
}

/** The pages of a document before they are sent: chosen, made small, put in order, turned, taken away. */
export function usePages({ max, takesPdf }: { readonly max: number; readonly takesPdf: boolean }) {
  const [pages, setPages] = useState<readonly Page[]>([]);
  const [preparing, setPreparing] = useState(0);
  const [turning, setTurning] = useState(0);
  const [problems, setProblems] = useState<readonly string[]>([]);
  // Addresses of pictures live as long as the editor: a page that is turned is drawn until the new one is there.
  const addresses = useRef<string[]>([]);
  useEffect(() => {
    const made = addresses.current;
    return () => made.forEach((address) => URL.revokeObjectURL(address));
  }, []);
  const show = (blob: Blob) => {
    const url = URL.createObjectURL(blob);
    addresses.current.push(url);
    return url;
  };
  const change = (id: string, changes: Partial<Page>) =>
    setPages((before) => before.map((page) => (page.id === id ? { ...page, ...changes } : page)));

  const add = async (files: readonly File[]) => {
    const free = Math.max(0, max - pages.length - preparing);
    const taken = files.slice(0, free);
    const left = files.length - taken.length;
    setProblems(left > 0 ? [copy.tooMany(max, left)] : []);
    setPreparing((count) => count + taken.length);
    // One after the other: a photo needs fifty times its size while it is drawn.
    for (const file of taken) {
      try {
        const page = await preparePage(file, takesPdf);
        const { blob } = page;
        const made = { id: crypto.randomUUID(), name: file.name, url: show(blob), upright: blob };
        setPages((before) => [...before, { ...page, ...made, turns: 0, fileId: null }]);
      } catch (error) {
        const problem = error instanceof PageProblem ? error.message : copy.problems.unreadable;
        setProblems((before) => [...before, copy.refusedFile(file.name, problem)]);
      } finally {
        setPreparing((count) => count - 1);
      }
    }
  };

  /** Resolves with whether the turned page is drawn; presses that come meanwhile are counted, and the last one is shown. */
  const turn = async ({ id, name, upright, turns }: Page): Promise<boolean> => {
    const next = (turns + 1) % 4;
    change(id, { turns: next });
    setTurning((count) => count + 1);
    const settle = (changes: Partial<Page>) =>
      setPages((before) =>
        before.map((one) => (one.id === id && one.turns === next ? { ...one, ...changes } : one)),
      );
    try {
      const page = await shrunkPage(upright, next);
      settle({ ...page, url: show(page.blob), fileId: null });
      return true;
    } catch {
      settle({ turns });
      setProblems((before) => [...before, copy.refusedFile(name, copy.problems.notTurned)]);
      return false;
    } finally {
      setTurning((count) => count - 1);
    }
  };

  return {
    pages,
    preparing,
    /** Turned pages that are not drawn yet. */
    turning,
    problems,
    add: (files: readonly File[]) => void add(files),
    turn,
    /** Exchanges the page with the one before it or after it. */
    move: (at: number, by: 1 | -1) =>
      setPages((before) => {
        const [page, other] = [before[at], before[at + by]];
        if (!page || !other) return before;
        return before.map((one) => (one === page ? other : one === other ? page : one));
      }),
    remove: (id: string) => setPages((before) => before.filter((page) => page.id !== id)),
    /** The server's hints join those of the browser: both measure, and neither refuses. */
    noteUploaded: (id: string, { fileId, warnings }: Uploaded) =>
      setPages((before) =>
        before.map((page) =>
          page.id === id
            ? { ...page, fileId, warnings: [...new Set([...page.warnings, ...warnings])] }
            : page,
        ),
      ),
    /** The server no longer has the pages, or has used them: they are sent anew. */
    forgetUploads: () => setPages((before) => before.map((page) => ({ ...page, fileId: null }))),
  };
}
