import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
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

const Input = styled.input`
  ${controlCss}
  && {
    padding-inline-start: 40px;
  }
`;

/** The search of a list; asks after a pause in typing. Its text is not kept in the address (Precisions, Lists). */
export function SearchBox({
  label,
  placeholder,
  onSearch,
}: {
  label: string;
  placeholder: string;
  onSearch: (text: string) => void;
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
        type="search"
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        maxLength={100}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </Box>
  );
}
