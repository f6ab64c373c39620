import { X } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { keyframes, styled } from 'styled-components';
import { langOf } from './lang.tsx';
import { hiddenCss } from './visually-hidden.tsx';

export interface ToastMessage {
  readonly title: string;
  readonly description?: string;
  readonly destructive?: boolean;
  /** Language of a title that the specification gives in English. */
  readonly titleLang?: string;
}

const LIFETIME = 4000;
/** A failure is read to the end, and may have two sentences. */
const FAILURE_LIFETIME = 8000;
let current: (ToastMessage & { readonly id: number }) | null = null;
let count = 0;
const listeners = new Set<() => void>();

function set(next: typeof current): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Shows a toast in place of an older one. */
export function showToast(message: ToastMessage): void {
  count += 1;
  set({ ...message, id: count });
}

/** Removes the toast. */
export function dismissToast(): void {
  set(null);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const rise = keyframes`from { opacity: 0; transform: translateY(8px) }`;

const Region = styled.section`
  position: fixed;
  z-index: 100;
  inset-block-end: 16px;
  inset-inline: 16px;
  pointer-events: none;
  > div {
    display: grid;
    justify-items: start;
  }
  /* Above the buttons of a long form. */
  html:has([data-save-bar]) & {
    inset-block-end: 88px;
  }
  @media (max-width: 767.98px) {
    html:has([data-bottom-bar]) & {
      inset-block-end: 72px;
    }
    html:has([data-bottom-bar]):has([data-save-bar]) & {
      inset-block-end: 144px;
    }
  }
`;

const Box = styled.div<{ $destructive: boolean }>`
  pointer-events: auto;
  display: grid;
  grid-template-columns: 1fr auto;
  gap: 2px 8px;
  width: min(100%, 400px);
  padding: 12px 8px 14px 16px;
  border: 1px solid var(--border-subtle);
  border-inline-start: 4px solid var(${(props) => (props.$destructive ? '--danger-bg' : '--action-bg')});
  border-radius: 10px;
  background: var(${(props) => (props.$destructive ? '--tone-danger-bg' : '--bg-surface')});
  color: var(${(props) => (props.$destructive ? '--tone-danger-fg' : '--text-primary')});
  box-shadow: 0 8px 28px rgb(0 0 0 / 22%);
  animation: ${rise} 200ms;
  /* A title with English words is the small line below ours. */
  > p[lang='en']:first-child:not(:last-of-type) {
    grid-area: 2 / 1 / auto / -1;
    font-size: 0.875rem;
    line-height: 1.43;
    font-weight: 400;
    & ~ p {
      grid-area: 1 / 1;
      align-self: center;
      font-weight: 650;
    }
  }
  @media (max-width: 639.98px) {
    width: 100%;
    /* A success is one line or two; its title is for screen readers, and so is what does not fit. */
    &[data-line] {
      grid-template-columns: minmax(0, 1fr) auto;
      align-items: center;
      padding-block: 4px;
      > p:first-child {
        ${hiddenCss}
      }
      > p:last-child {
        grid-area: 1 / 1;
        display: -webkit-box;
        -webkit-box-orient: vertical;
        -webkit-line-clamp: 2;
        overflow: hidden;
      }
    }
  }
`;

const Title = styled.p`
  align-self: center;
  font-weight: 650;
`;

const Words = styled.p`
  grid-column: 1 / -1;
  padding-inline-end: 8px;
`;

const Close = styled.button`
  display: grid;
  place-items: center;
  width: 32px;
  height: 32px;
  padding: 0;
  border: 0;
  border-radius: 8px;
  background: transparent;
`;

function OneToast({ toast }: { toast: ToastMessage }) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(dismissToast, toast.destructive ? FAILURE_LIFETIME : LIFETIME);
    return () => clearTimeout(timer);
  }, [held, toast.destructive]);
  return (
    <Box
      $destructive={toast.destructive ?? false}
      data-line={!toast.destructive && toast.description ? '' : undefined}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Title lang={toast.titleLang ?? langOf(toast.title)}>{toast.title}</Title>
      <Close type="button" aria-label="Tutup notifikasi" onClick={dismissToast}>
        <X size={18} aria-hidden="true" />
      </Close>
      {toast.description ? <Words lang={langOf(toast.description)}>{toast.description}</Words> : null}
    </Box>
  );
}

/** The place of toasts, once in the shell. A toast stays while it is pointed at or focused. */
export function ToastRegion() {
  const toast = useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
  return (
    // The attribute keeps the region readable for screen readers while a dialog hides the rest of the page.
    <Region aria-label="Notifikasi" data-react-aria-top-layer="true">
      <div role="status" aria-live="polite">
        {toast && !toast.destructive ? <OneToast key={toast.id} toast={toast} /> : null}
      </div>
      <div role="alert">{toast?.destructive ? <OneToast key={toast.id} toast={toast} /> : null}</div>
    </Region>
  );
}
