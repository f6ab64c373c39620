import { useRef } from 'react';

/**
 * The `Idempotency-Key` of a form: one key for one content. A repeat after a lost response has the same key, a changed
 * form a new one.
 */
export function useRepeatKey() {
  const last = useRef({ content: '', key: '' });
  return (body: unknown): string => {
    const content = JSON.stringify(body);
    if (last.current.content !== content) last.current = { content, key: crypto.randomUUID() };
    return last.current.key;
  };
}
