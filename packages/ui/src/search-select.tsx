import './aria-strings.tsx';
import { Check, ChevronDown, Search } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { Autocomplete } from 'react-aria-components/Autocomplete';
import { Input } from 'react-aria-components/Input';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { SearchField } from 'react-aria-components/SearchField';
import { Button, Select, SelectValue } from 'react-aria-components/Select';
import { styled } from 'styled-components';
import { controlCss, describedBy, Field, type FieldTexts } from './field.tsx';
import { optionCss } from './float-css.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

const Opener = styled(Button)`
  ${controlCss}
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 12px;
  text-align: start;
  /* A button counts as read-only; it is none of those fields. */
  &:read-only {
    background: var(--bg-surface);
    color: var(--text-primary);
  }
  &[data-focus-visible] {
    outline: 3px solid var(--border-focus);
    outline-offset: 2px;
  }
  &&[data-disabled] {
    background: var(--bg-subtle);
    color: var(--text-secondary);
    border-color: var(--border-subtle);
  }
  svg {
    flex: none;
    color: var(--text-secondary);
  }
`;

const Chosen = styled(SelectValue)`
  min-width: 0;
  overflow-wrap: anywhere;
  &[data-placeholder] {
    color: var(--text-secondary);
  }
`;

/** Under its button on desktops; on phones a sheet from below whose search field stays above the keyboard. */
const Float = styled(Popover)`
  display: flex;
  flex-direction: column;
  width: max(var(--trigger-width), 280px);
  border: 1px solid var(--border-subtle);
  border-radius: 14px;
  background: var(--bg-surface);
  color: var(--text-primary);
  box-shadow: 0 12px 40px rgb(0 0 0 / 22%);
  overflow: hidden;
  @media (max-width: 639.98px) {
    position: fixed !important;
    inset: 15dvh 0 var(--keyboard, 0px) 0 !important;
    width: 100%;
    max-height: none !important;
    border-radius: 20px 20px 0 0;
    border-block-end: 0;
    box-shadow: 0 0 0 100vmax rgb(15 19 17 / 55%);
  }
`;

const Title = styled.p`
  display: none;
  padding: 16px 16px 0;
  font-size: 1.125rem;
  font-weight: 650;
  @media (max-width: 639.98px) {
    display: block;
  }
`;

const Find = styled(SearchField)`
  position: relative;
  padding: 12px;
  svg {
    position: absolute;
    inset: 25px auto auto 24px;
    color: var(--text-muted);
  }
  input {
    ${controlCss}
    padding-inline-start: 40px;
  }
  input::-webkit-search-cancel-button {
    display: none;
  }
`;

/** A scrolling list is reachable by keyboard too (WCAG 2.1.1); the arrow keys of the search move through it anyway. */
const Scroll = styled.div`
  flex: 1 1 auto;
  min-height: 0;
  max-height: 320px;
  overflow: auto;
  &:focus-visible {
    outline: 3px solid var(--border-focus);
    outline-offset: -3px;
  }
  @media (max-width: 639.98px) {
    max-height: none;
  }
`;

const Options = styled(ListBox<SearchOption>).withConfig({
  shouldForwardProp: (name) => !name.startsWith('$'),
})<{ $held: boolean }>`
  pointer-events: ${(props) => (props.$held ? 'none' : 'auto')};
  padding: 0 8px 8px;
  outline: none;
  @media (max-width: 639.98px) {
    padding-block-end: max(24px, env(safe-area-inset-bottom));
  }
  [data-empty] & {
    padding-block: 16px;
  }
`;

const Option = styled(ListBoxItem)`
  ${optionCss}
  justify-content: space-between;
  &[data-selected] {
    font-weight: 600;
  }
`;

const Nothing = styled.p`
  padding: 12px 16px 20px;
  color: var(--text-secondary);
`;

export interface SearchOption {
  readonly id: string;
  readonly label: string;
}

/** Height of the phone's keyboard, which covers the page from below. */
function useKeyboardHeight(open: boolean): number {
  const [height, setHeight] = useState(0);
  useEffect(() => {
    const seen = window.visualViewport;
    if (!open || !seen) return;
    const measure = () => setHeight(Math.max(0, window.innerHeight - seen.height - seen.offsetTop));
    measure();
    seen.addEventListener('resize', measure);
    return () => seen.removeEventListener('resize', measure);
  }, [open]);
  return height;
}

const simplified = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase('id-ID');

/** Whether there is a mouse: then focusing the search opens no keyboard over half of the screen. */
const hasFinePointer = () =>
  typeof window.matchMedia === 'function' && window.matchMedia('(pointer: fine)').matches;

/**
 * A searchable choice among many; the number of results is announced. `emptyText` is the specified text
 * when nothing is found; `shown` is the text of the field when the value is not, or no longer, an option.
 */
export function SearchSelect({
  label,
  hint,
  error,
  optional,
  id,
  options,
  value,
  shown,
  onChange,
  placeholder,
  searchLabel,
  emptyText,
  disabled = false,
  onOpen,
}: FieldTexts & {
  id?: string;
  options: readonly SearchOption[];
  /** Id of the chosen option; '' = none. */
  value: string;
  shown?: string;
  onChange: (id: string) => void;
  placeholder: string;
  searchLabel: string;
  emptyText: string;
  disabled?: boolean;
  onOpen?: () => void;
}) {
  const made = useId();
  const own = id ?? made;
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [held, setHeld] = useState(false);
  // A mouse opens the list on press; where the sheet covers the page, the release would choose a random option.
  const hold = ({ pointerType }: { pointerType: string }) => {
    if (pointerType !== 'mouse') return;
    setHeld(true);
    window.addEventListener('pointerup', () => setTimeout(() => setHeld(false)), { once: true });
  };
  const keyboard = useKeyboardHeight(open);
  const wanted = simplified(text.trim());
  const found = options.filter((option) => simplified(option.label).includes(wanted));
  const chosen = options.find((option) => option.id === value)?.label ?? shown;
  const texts = { label, hint, error, optional };

  return (
    <Field id={own} {...texts}>
      <Select
        id={own}
        aria-label={label}
        aria-describedby={describedBy(own, texts)}
        isDisabled={disabled}
        isInvalid={error !== undefined}
        value={value === '' ? null : value}
        onChange={(key) => onChange(key === null ? '' : String(key))}
        onOpenChange={(next) => {
          setOpen(next);
          if (next) onOpen?.();
          else setText('');
        }}
      >
        <Opener onPressStart={hold} aria-invalid={error ? 'true' : undefined}>
          <Chosen>{() => chosen || placeholder}</Chosen>
          <ChevronDown size={20} aria-hidden="true" />
        </Opener>
        <Float style={{ '--keyboard': `${keyboard}px` } as object}>
          <Title aria-hidden="true">{label}</Title>
          <Autocomplete inputValue={text} onInputChange={setText}>
            <Find aria-label={searchLabel} autoFocus={hasFinePointer()}>
              <Search size={18} aria-hidden="true" />
              <Input placeholder="Cari..." enterKeyHint="done" />
            </Find>
            <Scroll tabIndex={0}>
              <Options $held={held} items={found} renderEmptyState={() => <Nothing>{emptyText}</Nothing>}>
                {(option) => (
                  <Option id={option.id} textValue={option.label}>
                    {({ isSelected }) => (
                      <>
                        {option.label}
                        {isSelected ? <Check size={18} aria-hidden="true" /> : null}
                      </>
                    )}
                  </Option>
                )}
              </Options>
            </Scroll>
          </Autocomplete>
          <VisuallyHidden role="status">
            {open ? (found.length === 0 ? emptyText : `${found.length} pilihan`) : ''}
          </VisuallyHidden>
        </Float>
      </Select>
    </Field>
  );
}
