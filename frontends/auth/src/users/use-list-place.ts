import { isRole, type Role } from '@gerbang/domain/roles';
import { useSearchParams } from '@gerbang/web-kit/router';
import { useState } from 'react';

export const SORTS = ['-created_at', 'created_at', 'name', '-name'] as const;
export type Sort = (typeof SORTS)[number];

interface Page {
  readonly page: number;
  readonly cursor: string | null;
}

const FIRST: Page = { page: 1, cursor: null };

function pageOf(params: URLSearchParams): Page {
  const page = Number(params.get('halaman'));
  const cursor = params.get('cursor');
  return cursor && Number.isInteger(page) && page > 0 ? { page, cursor } : FIRST;
}

/**
 * Where somebody stands in the list. Filter, sort and page are in the address, so that back and reload keep them; the
 * search text is not, nor is the page of its answers, which would mean nothing without it (Precisions, Lists).
 */
export function useListPlace() {
  const [params, setParams] = useSearchParams();
  const [search, setSearch] = useState('');
  const [found, setFound] = useState<Page>(FIRST);
  const wantedRole = params.get('role') ?? '';
  const role: Role | null = isRole(wantedRole) ? wantedRole : null;
  const sort: Sort = SORTS.find((one) => one === params.get('sort')) ?? '-created_at';

  const write = (changes: Readonly<Record<string, string | null>>, replace = false) => {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) next.delete(name);
      else next.set(name, value);
    }
    setParams(next, { replace });
  };
  const fromTheStart = { cursor: null, halaman: null };
  const filter = (changes: Readonly<Record<string, string | null>>) => {
    setFound(FIRST);
    write({ ...changes, ...fromTheStart });
  };

  return {
    search,
    role,
    sort,
    ...(search === '' ? pageOf(params) : found),
    setSearch: (text: string) => {
      if (text === search) return;
      setSearch(text);
      setFound(FIRST);
      if (params.has('cursor')) write(fromTheStart, true);
    },
    setRole: (next: Role | null) => filter({ role: next }),
    setSort: (next: Sort) => filter({ sort: next === '-created_at' ? null : next }),
    turn: (cursor: string, page: number) =>
      search === '' ? write({ cursor, halaman: String(page) }) : setFound({ page, cursor }),
    /** Back to the first page without a step in the history: after a deletion, or when a page is no more. */
    restart: () => {
      setFound(FIRST);
      if (params.has('cursor')) write(fromTheStart, true);
    },
  };
}
