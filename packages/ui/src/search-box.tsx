import { Search } from 'lucide-react';
import { useEffect, useState, type Ref } from 'react';
import { styled } from 'styled-components';
import { controlCss } from './field.tsx';

const PAUSE = 250;

const Box = styled.div`
  position: relative;
  flex: 1 1 220px;
  svg {
    position: absolute;
    inset-block-start: 13px;
    inset-inline-start: 12px;
    color: var(--text-muted);
    pointer-events: none;
  }
`;

const Key = styled.kbd`
  position: absolute;
  inset-block-start: 10px;
  inset-inline-end: 12px;
  padding: 0 7px;
  border: 1px solid var(--border-subtle);
  border-radius: 6px;
  background: var(--bg-subtle);
  font-size: 0.875rem;
  color: var(--text-secondary);
  pointer-events: none;
  @media (hover: none) {
    display: none;
  }
  input:not(:placeholder-shown) ~ & {
    display: none;
  }
`;

const Input = styled.input`
  ${controlCss}
  && {
    padding-inline-start: 40px;
    text-overflow: ellipsis;
  }
  &&[aria-keyshortcuts]:placeholder-shown {
    @media (hover: hover) {
      padding-inline-end: 48px;
    }
  }
`;

/** The search of a list, run after a pause in typing. Its text is personal data and not kept in the address. */
export function SearchBox({
  label,
  placeholder,
  onSearch,
  onEnter,
  shortcut,
  ref,
}: {
  label: string;
  placeholder: string;
  onSearch: (text: string) => void;
  /** Enter, after its text was given to `onSearch`. */
  onEnter?: (text: string) => void;
  /** The key that focuses it, shown as a hint. */
  shortcut?: string;
  ref?: Ref<HTMLInputElement>;
}) {
  const [text, setText] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => onSearch(text.trim()), PAUSE);
    return () => clearTimeout(timer);
  }, [text, onSearch]);
  return (
    <Box role="search">
      <Search size={18} aria-hidden="true" />
      <Input
        ref={ref}
        type="search"
        aria-keyshortcuts={shortcut}
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        maxLength={100}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          onSearch(text.trim());
          // The list's single keys wait until nothing is typed any more.
          if (shortcut) event.currentTarget.blur();
          onEnter?.(text.trim());
        }}
      />
      {shortcut ? <Key aria-hidden="true">{shortcut}</Key> : null}
    </Box>
  );
}
