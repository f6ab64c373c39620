import { TextDecoder, TextEncoder } from 'node:util';

// The router reads these; jsdom has none.
Object.assign(globalThis, { TextDecoder, TextEncoder });
