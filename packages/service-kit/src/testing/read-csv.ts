/** The rows of a CSV file as Excel in Indonesian reads it; fails where the mark or a line's end is missing. */
export function readCsv(file: string): string[][] {
  if (!file.startsWith('\uFEFF') || !file.endsWith('\r\n')) throw new Error('No CSV for Excel');
  const cells = /(?:"((?:[^"]|"")*)"|([^;"\r\n]*))(;|\r\n)/guy;
  const rows: string[][] = [];
  let row: string[] = [];
  cells.lastIndex = 1;
  while (cells.lastIndex < file.length) {
    const found = cells.exec(file);
    if (!found) throw new Error('A cell that no reader understands');
    row.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '');
    if (found[3] === ';') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
