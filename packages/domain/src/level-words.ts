/** The school's own word for a level: a TK may be named 'RA', an SD 'MI'; the level itself where none is given. */
export function levelLabel(
  levels: readonly { readonly jenjang: string; readonly label: string }[],
  jenjang: string,
): string {
  return levels.find((level) => level.jenjang === jenjang)?.label ?? jenjang;
}

/** A level with its class as a sentence names it: 'SD kelas 1', 'TK A', 'KB'; a class may name its level itself. */
export function levelSentence(
  levels: readonly { readonly jenjang: string; readonly label: string }[],
  { jenjang, kelas }: { readonly jenjang: string; readonly kelas: string | null },
): string {
  const label = levelLabel(levels, jenjang);
  if (kelas === null) return label;
  return kelas.startsWith(jenjang) || kelas.startsWith(label) ? kelas : `${label} kelas ${kelas}`;
}
