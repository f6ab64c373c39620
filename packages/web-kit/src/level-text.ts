/** `SD · Kelas 1`, `TK · TK A`, `KB`: a level with its class, as families write it. */
export function levelText(jenjang: string, kelas: string | null): string {
  return kelas === null ? jenjang : `${jenjang} · ${classText(kelas)}`;
}

/** `Kelas 1`, `TK A`, `-`. */
export function classText(kelas: string | null): string {
  if (kelas === null) return '-';
  return /^\d+$/u.test(kelas) ? `Kelas ${kelas}` : kelas;
}
