const CIPHER = 'AES-GCM';

const textOf = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
const bytesOf = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/** The key of this tab's session, kept under this name: it survives a reload, and is gone with the tab or the logout. */
async function sessionKey(name: string): Promise<CryptoKey> {
  const kept = sessionStorage.getItem(name);
  const raw = kept === null ? crypto.getRandomValues(new Uint8Array(32)) : bytesOf(kept);
  if (kept === null) sessionStorage.setItem(name, textOf(raw));
  return crypto.subtle.importKey('raw', raw, CIPHER, false, ['encrypt', 'decrypt']);
}

/** A text and, with it, the number that its cipher takes once; readable in this session alone. */
export interface SealedText {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly data: ArrayBuffer;
}

/** Seals a text for the session. Throws where the browser keeps nothing or has no ciphers. */
export async function sealText(name: string, text: string): Promise<SealedText> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const data = new TextEncoder().encode(text);
  return { iv, data: await crypto.subtle.encrypt({ name: CIPHER, iv }, await sessionKey(name), data) };
}

/** Opens a text of this session; throws for one of another. */
export async function openText(name: string, { iv, data }: SealedText): Promise<string> {
  const opened = await crypto.subtle.decrypt({ name: CIPHER, iv }, await sessionKey(name), data);
  return new TextDecoder().decode(opened);
}
