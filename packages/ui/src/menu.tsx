import './aria-strings.tsx';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Header } from 'react-aria-components/Header';
import { Menu as AriaMenu, MenuItem, MenuSection, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { css, styled } from 'styled-components';
import { buttonCss, type ButtonVariant } from './button.tsx';
import { floatCss, optionCss } from './float-css.ts';

const focusCss = css`
  &[data-focus-visible] {
    outline: 3px solid var(--border-focus);
    outline-offset: 2px;
  }
`;

const Outlined = styled(AriaButton)<{ $variant: ButtonVariant; $small: boolean }>`
  ${buttonCss}
  ${focusCss}
`;

const Trigger = styled(AriaButton)`
  display: inline-grid;
  place-items: center;
  min-width: 44px;
  min-height: 44px;
  padding: 0;
  border: 0;
  border-radius: 10px;
  background: transparent;
  ${focusCss}
`;

const Float = styled(Popover)`
  ${floatCss}
  min-width: 256px;
  max-width: calc(100vw - 24px);
`;

const Top = styled.div`
  padding: 16px 16px 12px;
  border-block-end: 1px solid var(--border-subtle);
`;

const Items = styled(AriaMenu)`
  padding: 8px;
  outline: none;
`;

const Section = styled(MenuSection)`
  & + & {
    margin-block-start: 8px;
    padding-block-start: 8px;
    border-block-start: 1px solid var(--border-subtle);
  }
`;

const SectionTitle = styled(Header)`
  padding: 4px 12px;
  font-size: 0.875rem;
  color: var(--text-secondary);
`;

const Item = styled(MenuItem)`
  ${optionCss}
  &[data-disabled] {
    color: var(--text-muted);
    cursor: default;
  }
`;

// What cannot be done yet stands back; its name says why.
const Later = styled.span`
  display: grid;
  color: var(--text-secondary);
  small {
    font-size: 0.8125rem;
    line-height: 1.25;
  }
`;

const Tick = styled(Check)`
  margin-inline-start: auto;
`;

export interface MenuEntry {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly disabled?: boolean;
  /** Said below the label of what cannot be done yet; it looks disabled, and `onAction` only says more. */
  readonly later?: string;
  /** The menu stays open after it, because its label shows the progress. */
  readonly keepOpen?: boolean;
  readonly onAction?: () => void;
}

export interface MenuGroup {
  readonly id: string;
  readonly title?: string;
  readonly entries: readonly MenuEntry[];
  /** One entry of the group is checked. */
  readonly choice?: { readonly value: string; readonly onChange: (id: string) => void };
}

/** A button that opens a menu; `head` is shown above the entries. */
export function Menu({
  label,
  trigger,
  head,
  groups,
  startsOpen = false,
  outlined = false,
}: {
  label: string;
  trigger: ReactNode;
  head?: ReactNode;
  groups: readonly MenuGroup[];
  /** Open at once: its code was loaded by a press of its button. */
  startsOpen?: boolean;
  /** Its button looks like a small outlined one. */
  outlined?: boolean;
}) {
  const button = outlined ? (
    <Outlined $variant="secondary" $small aria-label={label}>
      {trigger}
    </Outlined>
  ) : (
    <Trigger aria-label={label}>{trigger}</Trigger>
  );
  return (
    <MenuTrigger defaultOpen={startsOpen}>
      {button}
      <Float placement="bottom end">
        {head ? <Top>{head}</Top> : null}
        <Items aria-label={label} autoFocus={startsOpen ? 'first' : undefined}>
          {groups.map((group) => (
            <Section
              key={group.id}
              aria-label={group.title ? undefined : label}
              selectionMode={group.choice ? 'single' : 'none'}
              selectedKeys={group.choice ? [group.choice.value] : []}
              disallowEmptySelection
              onSelectionChange={(keys) => {
                const [chosen] = keys === 'all' ? [] : [...keys];
                if (chosen !== undefined) group.choice?.onChange(String(chosen));
              }}
            >
              {group.title ? <SectionTitle>{group.title}</SectionTitle> : null}
              {group.entries.map((entry) => (
                <Item
                  key={entry.id}
                  id={entry.id}
                  textValue={entry.label}
                  isDisabled={entry.disabled}
                  shouldCloseOnSelect={!entry.keepOpen}
                  onAction={entry.onAction}
                >
                  {entry.icon}
                  {entry.later ? (
                    <Later>
                      {entry.label}
                      <small>{entry.later}</small>
                    </Later>
                  ) : (
                    entry.label
                  )}
                  {group.choice?.value === entry.id ? <Tick size={18} aria-hidden="true" /> : null}
                </Item>
              ))}
            </Section>
          ))}
        </Items>
      </Float>
    </MenuTrigger>
  );
}
