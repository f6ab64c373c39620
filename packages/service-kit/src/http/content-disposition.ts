/** `Content-Disposition` by RFC 6266: a plain name for old programs, the whole one for the others. */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\u{20}-\u{7E}]|["\\%]/gu, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/gu,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
