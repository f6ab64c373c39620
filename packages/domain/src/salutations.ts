const TITLES: Readonly<Record<string, string>> = {
  ibu: 'Ibu',
  bu: 'Ibu',
  ny: 'Ibu',
  nyonya: 'Ibu',
  hj: 'Ibu',
  hajjah: 'Ibu',
  bapak: 'Bapak',
  pak: 'Bapak',
  tn: 'Bapak',
  tuan: 'Bapak',
  h: 'Bapak',
  haji: 'Bapak',
  kh: 'Bapak',
  ustaz: 'Ustaz',
  ustadz: 'Ustaz',
  ustazah: 'Ustazah',
  ustadzah: 'Ustazah',
};
const HONOURS = /^(?:h|hj|haji|hajjah|dr|dra|ir|drs|prof|kh|ustad?z(?:ah)?)\.?$/iu;

const wordsOf = (name: string | null) => (name ?? '').trim().split(/\s+/u).filter(Boolean);
const lower = (word: string) => word.toLocaleLowerCase('id-ID');

interface ParentNames {
  readonly father_name: string | null;
  readonly mother_name: string | null;
}

/**
 * How to greet the owner of an account: title and first name, such as 'Ibu Nurul'. The title is the one in the name itself, or comes
 * from the parent who bears the first name; where that is none or both, it is left out.
 */
export function salutation(name: string, parents: ParentNames | undefined): string {
  const [first = '', ...rest] = wordsOf(name);
  const own = TITLES[lower(first).replace('.', '')];
  const [called] = (own ? rest : [first, ...rest]).filter((word) => !HONOURS.test(word));
  if (called === undefined) return name;
  if (own) return `${own} ${called}`;
  const bears = (parent: string | null) => wordsOf(parent).some((word) => lower(word) === lower(called));
  const [father, mother] = [bears(parents?.father_name ?? null), bears(parents?.mother_name ?? null)];
  if (father === mother) return called;
  return `${mother ? 'Ibu' : 'Bapak'} ${called}`;
}
