import { findAnything, type Hit } from '@gerbang/contracts/finder';
import { ACCOUNT_PAGES } from '@gerbang/contracts/account-pages';
import { navigationOf } from '@gerbang/contracts/pages';
import { can } from '@gerbang/domain/abilities';
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

/** The pages of the role's menu by name, all of them while nothing is typed; then also those of its account. */
function pagesOf(role: Role, words: string): Hit[] {
  const wanted = words.toLowerCase();
  const own = ACCOUNT_PAGES.filter(({ ability }) => !ability || can(role, ability));
  return [...navigationOf(role, publicInfo), ...(words === '' ? [] : own)].flatMap(
    ({ path, title, nav = title, comingSoon }) =>
      !comingSoon && `${nav} ${title}`.toLowerCase().includes(wanted)
        ? [{ to: path, title: nav, note: '' }]
        : [],
  );
}

/** Every word of the glossary, and the questions of the role's pages; each leads to the first page that has it. */
async function helpOf(role: Role): Promise<Hit[]> {
  const pages = navigationOf(role, publicInfo).filter(({ comingSoon }) => !comingSoon);
  const texts = await Promise.all(
    pages.map(async (page) => ({ to: page.path, ...(await pageHelp(page, false)) })),
  );
  const words = Object.entries(GLOSSARY).map(([title, note]) => ({
    to: texts.find(({ terms }) => terms.some((term) => term === title))?.to ?? '/dashboard',
    title,
    note,
  }));
  const questions = texts.flatMap(({ to, questions: of }) =>
    Object.entries(of).map(([title, note]) => ({ to, title, note })),
  );
  return [...words, ...questions].filter(
    ({ title }, at, all) => all.findIndex((one) => one.title === title) === at,
  );
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
  const texts = useQuery({
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
  const has = (text: string) => text.toLowerCase().includes(now.toLowerCase());
  const help = asks && texts.data ? texts.data : [];
  // What has the words in its name comes before what only mentions them.
  const explained = [
    ...help.filter(({ title }) => has(title)),
    ...help.filter(({ title, note }) => !has(title) && has(note)),
  ];
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
    /** No child and no parent is found: a family that has registered none is in no list, but the counter finds it. */
    atCounter: can(role, 'families.read') && data?.groups.registrations?.total === 0 && !data.groups.parents,
    missing: (data?.unavailable.length ?? 0) > 0,
  };
}
