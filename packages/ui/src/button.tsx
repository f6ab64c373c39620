import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { css, styled } from 'styled-components';
import { langOf } from './lang.tsx';
import { Spinner } from './spinner.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';

const VARIANTS = {
  primary: css`
    background: var(--action-bg);
    color: var(--action-text);
    &:hover:not([aria-disabled='true']) {
      background: var(--action-bgHover);
    }
  `,
  secondary: css`
    background: var(--bg-surface);
    color: var(--action2-text);
    border-color: var(--action2-border);
    &:hover:not([aria-disabled='true']) {
      background: var(--bg-selected);
    }
  `,
  ghost: css`
    background: transparent;
    color: var(--action2-text);
    &:hover:not([aria-disabled='true']) {
      background: var(--bg-selected);
    }
  `,
  danger: css`
    background: var(--danger-bg);
    color: var(--danger-text);
  `,
} as const;

/** The style of a button, also for links: `styled(Link)` with `${buttonCss}` and `$variant`. */
export const buttonCss = css<{ $variant?: ButtonVariant; $block?: boolean; $small?: boolean }>`
  display: ${(props) => (props.$block ? 'flex' : 'inline-flex')};
  width: ${(props) => (props.$block ? '100%' : 'auto')};
  align-items: center;
  justify-content: center;
  gap: 8px;
  min-height: ${(props) => (props.$small ? 36 : 44)}px;
  padding: 8px ${(props) => (props.$small ? 12 : 18)}px;
  border: 1px solid transparent;
  border-radius: 10px;
  font-size: ${(props) => (props.$small ? '0.875rem' : '1rem')};
  font-weight: 600;
  line-height: 1.25;
  text-align: center;
  text-decoration: none;
  /* In a narrow cell it keeps its words whole; one word without an end is broken all the same. */
  overflow-wrap: break-word;
  transition: background-color 120ms;
  ${(props) => VARIANTS[props.$variant ?? 'primary']}
  &[aria-disabled='true'] {
    cursor: progress;
    opacity: 0.75;
  }
`;

const Root = styled.button<{ $variant: ButtonVariant; $block: boolean; $small: boolean }>`
  ${buttonCss}
`;

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: ButtonVariant;
  /** Full width of its column. */
  block?: boolean;
  /** 36 px, for dense staff screens. */
  small?: boolean;
  /** Sending: the button keeps its focus, does nothing, and reads `pendingLabel`. */
  pending?: boolean;
  pendingLabel?: string;
  icon?: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

/** A button. While `pending` it stays focusable, so that keyboard users do not fall off the page. */
export function Button({
  variant = 'primary',
  block = false,
  small = false,
  pending = false,
  pendingLabel,
  icon,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <Root
      lang={langOf(children)}
      {...rest}
      type={type}
      $variant={variant}
      $block={block}
      $small={small}
      aria-disabled={pending || rest['aria-disabled']}
      onClick={(event) => {
        if (pending) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {pending ? <Spinner size={18} /> : icon}
      {pending ? (pendingLabel ?? children) : children}
    </Root>
  );
}

const Square = styled.button`
  display: inline-grid;
  place-items: center;
  width: 44px;
  height: 44px;
  padding: 0;
  border: 0;
  border-radius: 10px;
  background: transparent;
  color: var(--text-secondary);
  &:hover:not([aria-disabled='true']) {
    background: var(--bg-subtle);
  }
  &[aria-disabled='true'] {
    cursor: default;
    opacity: 0.4;
  }
`;

/** A button of one icon; `label` is its name. */
export function IconButton({ label, ...rest }: ButtonHTMLAttributes<HTMLButtonElement> & { label: string }) {
  return <Square type="button" aria-label={label} title={label} {...rest} />;
}
