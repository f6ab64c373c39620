import { Button, buttonCss } from '@gerbang/ui/button';
import { toastFailure } from '@gerbang/web-kit/toast';
import { ExternalLink, MessageCircle } from 'lucide-react';
import { styled } from 'styled-components';
import { detailCopy as copy } from './messages.copy.ts';
import { useContactLink } from './messages.api.ts';

const Box = styled.div`
  display: grid;
  justify-items: start;
  gap: 8px;
  small {
    font-size: 0.875rem;
    color: var(--text-secondary);
  }
`;

const Out = styled.a<{ $variant?: 'primary'; $block?: boolean; $small?: boolean }>`
  ${buttonCss}
`;

/** The link stands where the button was; so does the focus. */
const takeFocus = (element: HTMLAnchorElement | null) => element?.focus();

/**
 * The way to write to the recipient by hand. The number is asked for by a step of its own, because that stays in the
 * trail; only then there is a link, which leads out in a tab of its own.
 */
export function ContactLink({ id }: { id: string }) {
  const link = useContactLink();
  const ask = () => link.mutate(id, { onError: (error) => toastFailure(copy.contactFailed, error) });
  return (
    <Box>
      {link.data ? (
        <Out ref={takeFocus} href={link.data.url} target="_blank" rel="noopener noreferrer">
          <ExternalLink size={18} aria-hidden="true" />
          {copy.contactOpen} {copy.contactNewTab}
        </Out>
      ) : (
        <Button
          variant="secondary"
          icon={<MessageCircle size={18} aria-hidden="true" />}
          pending={link.isPending}
          onClick={ask}
        >
          {copy.contact}
        </Button>
      )}
      <small>{copy.contactHint}</small>
    </Box>
  );
}
