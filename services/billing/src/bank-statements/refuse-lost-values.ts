import { UnreadableStatement } from './statement.ts';

/** A cell with an error (`#NAME?`), or with a formula and no value; a reader of workbooks takes both for empty. */
const LOST =
  /<(?:\w+:)?c\b(?:[^<>]*\st\s*=\s*["']e["']|(?=[^<>]*>\s*<(?:\w+:)?f\b[^<>]*(?:\/>|>[^<]*<\/(?:\w+:)?f>)\s*<\/(?:\w+:)?c>))[^<>]*>/u;
const ROW = /\sr\s*=\s*["'][A-Z]{1,3}(\d{1,7})["']/u;

/** Refuses a sheet in which a spreadsheet has lost a value: an amount that is gone would leave its row out. */
export function refuseLostValues(xml: string): void {
  const [cell] = LOST.exec(xml) ?? [];
  if (cell === undefined) return;
  throw new UnreadableStatement({ code: 'unreadable_row', row: Number(ROW.exec(cell)?.[1] ?? 1) });
}
