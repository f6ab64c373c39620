import type { User } from '@gerbang/contracts/users';
import { Dialog } from '@gerbang/ui/dialog';
import { controlCss } from '@gerbang/ui/field';
import { Quiet, WithKeyboard } from '@gerbang/ui/layout';
import { Link, useNavigate } from '@gerbang/web-kit/page/router';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { finderCopy as copy } from './finder.copy.ts';
import { useFind } from './use-find.ts';

const Input = styled.input`
  ${controlCss}
`;

const List = styled.div`
  display: grid;
  gap: 12px;
  h3 {
    display: flex;
    justify-content: space-between;
    padding-inline: 12px;
    font-size: 0.875rem;
    color: var(--text-secondary);
  }
`;

const Option = styled.div`
  display: grid;
  align-content: center;
  min-height: 44px;
  padding: 6px 12px;
  border-radius: 10px;
  cursor: pointer;
  overflow-wrap: anywhere;
  small {
    font-size: 0.875rem;
    color: var(--text-secondary);
    font-feature-settings: 'tnum';
  }
  &[aria-selected='true'] {
    background: var(--bg-selected);
    box-shadow: inset 3px 0 0 var(--action-bg);
  }
`;

/** Keeps what the arrows have chosen in sight. */
const intoSight = (option: HTMLElement | null) => option?.scrollIntoView?.({ block: 'nearest' });

/** One field that searches everything that the role may see; the arrows move through what was found, Enter opens it. */
export function FindDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const navigate = useNavigate();
  const list = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const { groups, searching, failed, missing, atCounter } = useFind(user.role, typed);
  const options = groups.flatMap(({ group, hits }) => hits.map((hit) => ({ ...hit, group })));
  const chosen = Math.min(at, options.length - 1);
  const idOf = (index: number) => `${list}-${index}`;

  const go = (to: string) => {
    onClose();
    void navigate(to);
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && options.length > 0) {
      event.preventDefault();
      setAt((chosen + step + options.length) % options.length);
    }
    const hit = options[chosen];
    // What is shown belongs to the words before while the next are looked for.
    if (event.key === 'Enter' && hit && !searching) go(hit.to);
  };
  const status = failed
    ? copy.failed
    : searching
      ? copy.searching
      : options.length === 0
        ? copy.none
        : copy.found(options.length);

  const startOf = (group: number) => groups.slice(0, group).reduce((sum, { hits }) => sum + hits.length, 0);
  return (
    <Dialog title={copy.title} onClose={onClose}>
      <Input
        ref={field}
        type="text"
        aria-label={copy.label}
        placeholder={copy.placeholder}
        role="combobox"
        aria-expanded={options.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={options.length > 0 ? idOf(chosen) : undefined}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={100}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setAt(0);
        }}
        onKeyDown={press}
      />
      <Quiet $small role="status">
        {status} {missing ? copy.missing : null}
      </Quiet>
      {atCounter ? (
        <Quiet $small>
          {copy.notRegistered}{' '}
          <Link to="/admin/counter" onClick={onClose}>
            {copy.counter}
          </Link>
          .
        </Quiet>
      ) : null}
      <List role="listbox" id={list} aria-label={copy.title}>
        {groups.map(({ group, total, hits }, place) => (
          <div key={group} role="group" aria-labelledby={`${list}-${group}`}>
            <h3 id={`${list}-${group}`} role="presentation">
              {copy.groups[group]}
              <span>{total > hits.length ? copy.more(hits.length, total) : total}</span>
            </h3>
            {hits.map((hit, inGroup) => {
              const own = startOf(place) + inGroup;
              return (
                <Option
                  key={`${hit.to} ${hit.title}`}
                  ref={own === chosen ? intoSight : undefined}
                  id={idOf(own)}
                  role="option"
                  aria-selected={own === chosen}
                  onPointerMove={() => setAt(own)}
                  onClick={() => go(hit.to)}
                >
                  {hit.title}
                  {hit.note ? <small>{hit.note}</small> : null}
                </Option>
              );
            })}
          </div>
        ))}
      </List>
      <WithKeyboard>
        <Quiet $small>{copy.hint}</Quiet>
      </WithKeyboard>
    </Dialog>
  );
}
