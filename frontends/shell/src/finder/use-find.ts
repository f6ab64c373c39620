import { findAnything, type Hit } from '@gerbang/contracts/finder';
import { navigationOf } from '@gerbang/contracts/pages';
import { HIT_GROUPS } from '@gerbang/domain/finder';
import { readPaperCode } from '@gerbang/domain/papers';
import type { Role } from '@gerbang/domain/roles';
import { call } from '@gerbang/web-kit/api/client';
import { useQuery } from '@gerbang/web-kit/api/query-client';
import { useEffect, useState } from 'react';
import { helpOf as pageHelp } from '../help/help-texts.ts';
import { GLOSSARY } from '../help/glossary.ts';
import { publicInfo } from '../public-info.ts';
import { finderCopy as copy, type Group } from './finder.copy.ts';

const PAUSE_MS = 150;
const SHORTEST = 2;
const HITS = 8;

/** What is shown of one group. */
export interface FoundGroup {
  readonly group: Group;
  readonly total: number;
  readonly hits: readonly Hit[];
}

/** The pages of the role's menu by name; all of them while nothing is typed. */
function pagesOf(role: Role, words: string): Hit[] {
  const wanted = words.toLowerCase();
  return navigationOf(role, publicInfo).flatMap(({ path, nav = '', comingSoon }) =>
    !comingSoon && nav.toLowerCase().includes(wanted) ? [{ to: path, title: nav, note: '' }] : [],
  );
}

/** The words and the questions of the help of the role's pages, each on the first page that has it. */
async function helpOf(role: Role): Promise<Hit[]> {
  const pages = navigationOf(role, publicInfo).filter(({ comingSoon }) => !comingSoon);
  const hits = await Promise.all(
    pages.map(async (page) => {
      const { terms, questions } = await pageHelp(page, false);
      const words = terms.map((term) => [term, GLOSSARY[term]] as const);
      return [...words, ...Object.entries(questions)].map(([title, note]) => ({
        to: page.path,
        title,
        note,
      }));
    }),
  );
  return hits.flat().filter(({ title }, at, all) => all.findIndex((one) => one.title === title) === at);
}

/** What the words find, a moment after the last key; a new search ends the one before it. */
export function useFind(role: Role, typed: string) {
  const now = typed.trim();
  const [words, setWords] = useState(now);
  useEffect(() => {
    const timer = setTimeout(() => setWords(now), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [now]);
  const asks = words.length >= SHORTEST;
  const found = useQuery({
    queryKey: ['find', words],
    queryFn: ({ signal }) => call(findAnything, { body: { words }, signal }),
    enabled: asks,
    gcTime: 0,
    // What was found stays while the next words are looked for.
    placeholderData: (before) => before,
  });
  const help = useQuery({
    queryKey: ['find-help', role],
    queryFn: () => helpOf(role),
    enabled: asks,
    staleTime: Infinity,
  });
  const data = asks ? found.data : undefined;
  const code = readPaperCode(now);
  const check = code === null ? [] : [{ to: `/cek/${code}`, title: copy.check, note: code }];
  const papers = data?.groups.papers;
  const pages = pagesOf(role, now);
  const explained = (asks && help.data ? help.data : []).filter(({ title }) =>
    title.toLowerCase().includes(now.toLowerCase()),
  );
  const groups: FoundGroup[] = [
    ...HIT_GROUPS.filter((group) => group !== 'papers').map((group) => ({
      group,
      ...(data?.groups[group] ?? { total: 0, hits: [] }),
    })),
    {
      group: 'papers',
      total: (papers?.total ?? 0) + check.length,
      hits: [...check, ...(papers?.hits ?? [])],
    },
    { group: 'pages', total: pages.length, hits: now === '' ? pages : pages.slice(0, HITS) },
    { group: 'help', total: explained.length, hits: explained.slice(0, HITS) },
  ];
  return {
    groups: groups.filter(({ hits }) => hits.length > 0),
    searching: now.length >= SHORTEST && (now !== words || found.isFetching),
    failed: asks && found.isError,
    missing: (data?.unavailable.length ?? 0) > 0,
  };
}
