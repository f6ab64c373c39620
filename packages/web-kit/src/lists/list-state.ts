import { useState } from 'react';
import { useAddressParams } from './use-address-params.ts';

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
 * Search, filters, order and page of a list. Filters, order and page are in the address, so that Back, a reload and a
 * link keep them. The search text is personal data and stays out of the address, and so does the page of its result.
 * Each filter tests its text of the address; the first of `sorts` is the default and is not written down.
 */
export function useListState<const F extends string, const S extends string>({
  filters,
  sorts,
  sortFor,
  kept,
  queues = [],
}: {
  filters: Readonly<Record<F, { accepts: (text: string) => boolean }>>;
  sorts: readonly [S, ...S[]];
  /** The order of a result where it is not the default one, unless the address names another. */
  sortFor?: ((chosen: Readonly<Record<F, string | null>>) => S | undefined) | undefined;
  /** A filter that stays when the others are cleared. */
  kept?: F | undefined;
  /** The filters of what waits, null = not filtered by it: to choose them is to see all of it, so that the kept one goes. */
  queues?: readonly Readonly<Partial<Record<F, string | null>>>[] | undefined;
}) {
  const { params, write } = useAddressParams();
  const [search, setSearch] = useState('');
  const [found, setFound] = useState<Page>(FIRST);
  const names = Object.keys(filters) as F[];
  const chosen = Object.fromEntries(
    names.map((name) => {
      const text = params.get(name) ?? '';
      return [name, text !== '' && filters[name].accepts(text) ? text : null];
    }),
  ) as Record<F, string | null>;
  const usual = sortFor?.(chosen) ?? sorts[0];
  const sort: S = sorts.find((one) => one === params.get('sort')) ?? usual;

  const isQueue = (of: Readonly<Partial<Record<F, string | null>>>) =>
    queues.some((queue) =>
      names.every((name) => queue[name] === undefined || queue[name] === (of[name] ?? null)),
    );
  const whole = (next: Parameters<typeof isQueue>[0]) =>
    kept !== undefined && isQueue(next) ? { [kept]: null } : {};
  const cleared = Object.fromEntries(names.filter((name) => name !== kept).map((name) => [name, null]));
  const fromTheStart = { cursor: null, halaman: null };
  const change = (changes: Readonly<Record<string, string | null>>) => {
    setFound(FIRST);
    write({ ...changes, ...fromTheStart });
  };

  return {
    search,
    filters: chosen,
    sort,
    /** Whether the queue is shown, or a part of it. */
    isQueue: isQueue(chosen),
    ...(search === '' ? pageOf(params) : found),
    setSearch: (text: string) => {
      if (text === search) return;
      setSearch(text);
      setFound(FIRST);
      if (params.has('cursor')) write(fromTheStart, { replace: true });
    },
    setFilter: (name: F, value: string | null) =>
      change({
        ...(queues.some((queue) => name in queue) ? whole({ ...chosen, [name]: value }) : {}),
        [name]: value,
      }),
    /** Several at once, as one step in the history. */
    setFilters: (changes: Readonly<Partial<Record<F, string | null>>>) =>
      change(changes as Readonly<Record<string, string | null>>),
    clearFilters: () => change(cleared),
    /** These filters and no others, in this order or in their own; a filter that the list does not have is passed over. */
    show: (wanted: Readonly<Partial<Record<F, string>>>, order: string | null = null) => {
      const known = Object.entries<string | undefined>(wanted).filter(([name]) => names.includes(name as F));
      const usualOf = { ...(cleared as Record<F, null>), ...wanted } as Record<F, string | null>;
      const isUsual = order === (sortFor?.(usualOf) ?? sorts[0]);
      change({
        ...cleared,
        ...whole(wanted),
        ...Object.fromEntries(known.map(([name, value]) => [name, value ?? null])),
        sort: isUsual ? null : order,
      });
    },
    setSort: (next: S) => change({ sort: next === usual ? null : next }),
    turn: (cursor: string, page: number) =>
      search === '' ? write({ cursor, halaman: String(page) }) : setFound({ page, cursor }),
    /** Back to the first page without a step in the history: after a deletion, or when the page no longer exists. */
    restart: () => {
      setFound(FIRST);
      if (params.has('cursor')) write(fromTheStart, { replace: true });
    },
  };
}
