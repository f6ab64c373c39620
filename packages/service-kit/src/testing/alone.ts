/** Finds digits where they stand alone: ids, hashes and moments hold any few digits by chance. */
export const alone = (digits: string): RegExp =>
  new RegExp(`(?<![\\da-f.])${digits.replaceAll('.', '\\.')}(?![\\da-f])`, 'u');
