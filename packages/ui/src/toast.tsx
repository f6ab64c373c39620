import { Check, TriangleAlert, X } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { keyframes, styled } from 'styled-components';
import { langOf } from './lang.tsx';
import { hiddenCss } from './visually-hidden.tsx';

export interface ToastMessage {
  readonly title: string;
  readonly description?: string;
  readonly destructive?: boolean;
  /** Language of a title that the specification gives in English. */
  readonly titleLang?: string;
  /** The page itself shows it: only screen readers hear it here too. */
  readonly spoken?: boolean;
}

const LIFETIME = 4000;
/** A failure is read to the end, and may have two sentences. */
const FAILURE_LIFETIME = 8000;
let current: (ToastMessage & { readonly id: number; readonly page: string }) | null = null;
let count = 0;
const listeners = new Set<() => void>();

function set(next: typeof current): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Shows a toast in place of an older one. */
export function showToast(message: ToastMessage): void {
  count += 1;
  set({ ...message, id: count, page: location.pathname });
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
  inset-block-end: calc(var(--foot, 16px) + var(--undo, 0px));
  inset-inline: 16px;
  pointer-events: none;
  > div {
    display: grid;
    justify-items: start;
  }
  /* Beside the menu, never over it. */
  @media (min-width: 768px) {
    html:has(aside nav) & {
      inset-inline-start: 88px;
    }
  }
  @media (min-width: 1024px) {
    html:has(aside nav) & {
      inset-inline-start: 280px;
    }
  }
  /* Above what can be taken back. */
  html:has([data-undo]) & {
    --undo: 60px;
  }
  /* Above the buttons of a long form, and of what stands in a list's place: two lines of them on phones. */
  html:has([data-save-bar]) & {
    --foot: 88px;
  }
  @media (max-width: 1199.98px) {
    html:has([data-desk-foot]:not(:empty)) & {
      --foot: 92px;
    }
  }
  @media (max-width: 767.98px) {
    html:has([data-bottom-bar]) & {
      --foot: 72px;
    }
    html:has([data-bottom-bar]):has([data-save-bar]) & {
      --foot: 144px;
    }
  }
  @media (max-width: 639.98px) {
    html:has([data-desk-foot]:not(:empty)) & {
      --foot: 144px;
    }
  }
`;

/** A line at the foot of the screen, as wide as its words. */
export const ToastBar = styled.div<{ $destructive?: boolean; $spoken?: boolean }>`
  display: flex;
  align-items: center;
  gap: 10px;
  max-width: min(100%, 560px);
  padding: 8px 16px;
  border: 1px solid transparent;
  border-radius: 12px;
  background: var(--bg-inverse);
  color: var(--text-inverse);
  ${({ $destructive }) =>
    $destructive
      ? 'border-color: currentColor; background: var(--tone-danger-bg); color: var(--tone-danger-fg);'
      : ''}
  ${({ $spoken }) => ($spoken ? hiddenCss : '')}
  > svg {
    flex: none;
  }
  :focus-visible {
    outline-color: currentColor;
  }
  @media print {
    display: none;
  }
`;

const Box = styled(ToastBar)`
  pointer-events: auto;
  padding-block: 6px;
  padding-inline-end: 6px;
  box-shadow: 0 8px 28px rgb(0 0 0 / 22%);
  animation: ${rise} 200ms;
`;

const Words = styled.div`
  display: grid;
  flex: 1;
  min-width: 0;
  padding-block: 4px;
  /* The words of a success say it; its title is for screen readers. */
  [role='status'] & > p:first-child:not(:only-child) {
    ${hiddenCss}
  }
  [role='alert'] & > p:first-child {
    font-weight: 650;
  }
  /* A title with English words is the small line below ours. */
  [role='alert'] & > p[lang='en']:first-child:not(:only-child) {
    order: 1;
    font-size: 0.875rem;
    font-weight: 400;
  }
`;

const Close = styled.button`
  display: grid;
  flex: none;
  place-items: center;
  width: 32px;
  height: 32px;
  padding: 0;
  border: 0;
  border-radius: 8px;
  background: transparent;
  color: inherit;
`;

function OneToast({
  toast: { title, titleLang, description, destructive = false, spoken = false },
}: {
  toast: ToastMessage;
}) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(dismissToast, destructive ? FAILURE_LIFETIME : LIFETIME);
    return () => clearTimeout(timer);
  }, [held, destructive]);
  return (
    <Box
      $destructive={destructive}
      $spoken={spoken}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {destructive ? <TriangleAlert size={18} aria-hidden="true" /> : <Check size={18} aria-hidden="true" />}
      <Words>
        <p lang={titleLang ?? langOf(title)}>{title}</p>
        {description ? <p lang={langOf(description)}>{description}</p> : null}
      </Words>
      {spoken ? null : (
        <Close type="button" aria-label="Tutup notifikasi" onClick={dismissToast}>
          <X size={18} aria-hidden="true" />
        </Close>
      )}
    </Box>
  );
}

/** What a person does next takes a success away, so that it covers nothing; a failure goes with its page. */
function useLeaving(region: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const press = (event: Event) => {
      const { target } = event;
      if (!current || !(target instanceof Element) || region.current?.contains(target)) return;
      if (event instanceof KeyboardEvent && event.key !== 'Enter') return;
      if (!current.destructive || target.closest('a[href]')) dismissToast();
    };
    // A sheet that closes goes back as well, on the same page.
    const back = () => {
      if (current && current.page !== location.pathname) dismissToast();
    };
    document.addEventListener('pointerdown', press, true);
    document.addEventListener('keydown', press, true);
    window.addEventListener('popstate', back);
    return () => {
      document.removeEventListener('pointerdown', press, true);
      document.removeEventListener('keydown', press, true);
      window.removeEventListener('popstate', back);
    };
  }, [region]);
}

/** The place of toasts, once in the shell. A toast stays while it is pointed at or focused, and goes with the next press elsewhere. */
export function ToastRegion() {
  const region = useRef<HTMLElement>(null);
  useLeaving(region);
  const toast = useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
  return (
    // The attribute keeps the region readable for screen readers while a dialog hides the rest of the page.
    <Region ref={region} aria-label="Notifikasi" data-react-aria-top-layer="true">
      <div role="status" aria-live="polite">
        {toast && !toast.destructive ? <OneToast key={toast.id} toast={toast} /> : null}
      </div>
      <div role="alert">{toast?.destructive ? <OneToast key={toast.id} toast={toast} /> : null}</div>
    </Region>
  );
}
