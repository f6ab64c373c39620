import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, IconButton } from './button.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

const SHOWN_MS = 2500;

/** Copies a text by one tap and says so; where the browser refuses, the text beside it can still be selected. */
export function CopyButton({
  text,
  label,
  copied,
  word,
  variant = 'secondary',
}: {
  text: string;
  label: string;
  copied: string;
  /** Makes it a button with this word instead of an icon alone; `label` begins with it. */
  word?: string;
  variant?: 'primary' | 'secondary';
}) {
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [done]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setDone(true);
    } catch {
      setDone(false); // no permission: nothing was copied, so nothing is claimed
    }
  };
  const Icon = done ? Check : Copy;
  return (
    <>
      {word === undefined ? (
        <IconButton label={label} onClick={() => void copy()}>
          <Icon size={20} aria-hidden="true" />
        </IconButton>
      ) : (
        <Button
          variant={variant}
          aria-label={label}
          icon={<Icon size={18} aria-hidden="true" />}
          onClick={() => void copy()}
        >
          {word}
        </Button>
      )}
      <VisuallyHidden role="status">{done ? copied : ''}</VisuallyHidden>
    </>
  );
}
