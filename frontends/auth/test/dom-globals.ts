import { TextDecoder, TextEncoder } from 'node:util';

// The router and the dialogs read these; jsdom has none. This file is imported before anything that needs them.
Object.assign(globalThis, {
  TextDecoder,
  TextEncoder,
  CSS: { escape: (text: string) => text.replace(/[^\w-]/gu, (sign) => `\\${sign}`) },
});
