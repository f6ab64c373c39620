/** `SD · Kelas 1`, `TK · TK A`, `KB`: a level with its class, as families write it. */
export function levelText(jenjang: string, kelas: string | null): string {
  if (kelas === null) return jenjang;
  return `${jenjang} · ${/^\d+$/u.test(kelas) ? `Kelas ${kelas}` : kelas}`;
}
