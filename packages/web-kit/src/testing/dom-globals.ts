import { TextDecoder, TextEncoder } from 'node:util';

// The router, the dialogs and the frame read these; jsdom has none. Imported before anything that needs them.
Object.assign(globalThis, {
  TextDecoder,
  TextEncoder,
  CSS: { escape: (text: string) => text.replace(/[^\w-]/gu, (sign) => `\\${sign}`) },
});
// jsdom's blobs cannot be read as bytes.
Blob.prototype.arrayBuffer ??= function arrayBuffer(this: Blob) {
  return new Promise<ArrayBuffer>((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as ArrayBuffer));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('Unreadable')));
    reader.readAsArrayBuffer(this);
  });
};
// A desktop, without room for a summary beside a form.
Object.assign(window, {
  scrollTo: () => undefined,
  matchMedia: (query: string) => ({
    matches: query !== '(min-width: 1200px)' && !query.includes('max-width'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }),
});
