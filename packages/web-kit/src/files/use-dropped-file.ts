import { useEffect, useRef, useState } from 'react';

const holdsFiles = (data: DataTransfer | null) => data?.types.includes('Files') ?? false;

/**
 * Takes a file that is dropped anywhere on the page or pasted into it, as computers offer it; returns whether one is held
 * over the page. A file that is not taken (`onFile` null) is not opened by the browser either, which would leave the page.
 */
export function useDroppedFile(onFile: ((file: File) => void) | null): boolean {
  const [over, setOver] = useState(false);
  const take = useRef(onFile);
  useEffect(() => {
    take.current = onFile;
  });
  useEffect(() => {
    const pick = (event: Event, data: DataTransfer | null) => {
      const [file] = data?.files ?? [];
      if (!file) return;
      event.preventDefault();
      take.current?.(file);
    };
    const onOver = (event: DragEvent) => {
      if (!holdsFiles(event.dataTransfer)) return;
      event.preventDefault();
      setOver(take.current !== null);
    };
    // Leaving an element for its neighbour names that neighbour; leaving the window names none.
    const onLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent) => {
      setOver(false);
      pick(event, event.dataTransfer);
    };
    const onPaste = (event: ClipboardEvent) => pick(event, event.clipboardData);
    document.addEventListener('dragover', onOver);
    document.addEventListener('dragleave', onLeave);
    document.addEventListener('drop', onDrop);
    document.addEventListener('paste', onPaste);
    return () => {
      document.removeEventListener('dragover', onOver);
      document.removeEventListener('dragleave', onLeave);
      document.removeEventListener('drop', onDrop);
      document.removeEventListener('paste', onPaste);
    };
  }, []);
  return over;
}
