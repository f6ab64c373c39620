import { TextDecoder, TextEncoder } from 'node:util';

// The router, the dialogs and the frame read these; jsdom has none.
Object.assign(globalThis, { TextDecoder, TextEncoder, CSS: { escape: (text: string) => text } });
Object.assign(window, { scrollTo: () => undefined, matchMedia: () => ({ matches: true }) });
