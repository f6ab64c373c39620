import { controlCss } from '@gerbang/ui/field';
import { Quiet, Stack } from '@gerbang/ui/layout';
import { messageOf } from '@gerbang/web-kit/api/client';
import { formatRupiah } from '@gerbang/web-kit/page/format';
import { Plus } from 'lucide-react';
import { type Ref, useEffect, useId, useState } from 'react';
import { styled } from 'styled-components';
import { type Target, useTargets } from './bank-matches.api.ts';
import { copy } from './bank-matches.copy.ts';

const PAUSE = 250;

const Input = styled.input`
  ${controlCss}
`;

const Found = styled.button`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 0 10px;
  align-items: center;
  width: 100%;
  min-height: 44px;
  padding: 8px 12px;
  border: 1px solid var(--border-subtle);
  border-radius: 10px;
  background: var(--bg-surface);
  text-align: start;
  font-feature-settings: 'tnum';
  &:hover {
    border-color: var(--action2-border);
    background: var(--bg-selected);
  }
`;

/** Finds a bill or a fee that is still owed, by number or name. Enter takes the first one. */
export function TargetSearch({
  taken,
  onPick,
  ref,
}: {
  /** Ids that were picked already. */
  taken: readonly string[];
  onPick: (target: Target) => void;
  ref?: Ref<HTMLInputElement>;
}) {
  const id = useId();
  const [text, setText] = useState('');
  const [search, setSearch] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearch(text.trim()), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  const found = useTargets(search);
  const shown = (found.data ?? []).filter((one) => !taken.includes(one.id));
  const current = search.length >= 2 && search === text.trim() && found.data !== undefined;
  const pick = (target: Target) => {
    onPick(target);
    setText('');
    setSearch('');
  };
  return (
    <Stack $gap={8}>
      <Stack $gap={6}>
        <label htmlFor={id}>
          <strong>{copy.search}</strong>
        </label>
        <Input
          ref={ref}
          id={id}
          type="search"
          autoComplete="off"
          maxLength={100}
          placeholder={copy.searchHint}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => {
            // With nothing typed, Enter sends the form around it.
            if (event.key !== 'Enter' || text.trim() === '') return;
            event.preventDefault();
            const [first] = shown;
            if (current && first) pick(first);
          }}
        />
      </Stack>
      <Quiet $small role="status">
        {found.isError && search.length >= 2
          ? messageOf(found.error) || copy.searchFailed
          : current
            ? shown.length === 0
              ? copy.notFound
              : copy.found(shown.length)
            : text.trim().length >= 2
              ? copy.searching
              : ''}
      </Quiet>
      {current && shown.length > 0 ? (
        <Stack as="ul" $gap={8} aria-label={copy.results}>
          {shown.map((one) => (
            <li key={`${one.kind} ${one.id}`}>
              <Found type="button" onClick={() => pick(one)}>
                <span>
                  <strong>{one.child_name}</strong>
                  <br />
                  <Quiet as="span" $small>
                    {copy.kinds[one.kind]} · {one.number}
                    {one.parent ? ` · ${one.parent}` : ''}
                    <br />
                    {copy.owed(formatRupiah(one.owed))}
                  </Quiet>
                </span>
                <Plus size={18} aria-hidden="true" />
              </Found>
            </li>
          ))}
        </Stack>
      ) : null}
    </Stack>
  );
}
