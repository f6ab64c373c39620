import { Checkbox } from '@gerbang/ui/checkbox';
import { Dialog, DialogClose } from '@gerbang/ui/dialog';
import { Disclosure } from '@gerbang/ui/disclosure';
import { Quiet, Stack, Text, WithKeyboard } from '@gerbang/ui/layout';
import { SummaryList } from '@gerbang/ui/summary-list';
import { useNamedKeys, useShortcutSwitch } from '@gerbang/web-kit/desk/shortcuts';
import { useSession } from '@gerbang/web-kit/session/session';
import { styled } from 'styled-components';
import { GLOSSARY } from './glossary.ts';
import { helpCopy as copy } from './help.copy.ts';
import type { PageHelp } from './help.types.ts';

const Part = styled.section`
  display: grid;
  gap: 8px;
  h3 {
    font-size: 1rem;
  }
`;

const Terms = styled.dl`
  display: grid;
  gap: 12px;
  padding: 12px 16px;
  border-radius: 12px;
  background: var(--bg-subtle);
  dt {
    font-weight: 650;
  }
  dd {
    margin: 0;
  }
`;

/** What the page is for, its words, questions about it, and its single keys with the switch that turns them off (WCAG 2.1.4). */
export function HelpSheet({
  title,
  texts: { purpose, terms, questions },
  onClose,
}: {
  title: string;
  texts: PageHelp;
  onClose: () => void;
}) {
  const named = useNamedKeys();
  const { user } = useSession();
  // A list that has a search of its own keeps '/' for it.
  const finds = named.some(([key]) => key === '/') ? 'Ctrl K' : 'Ctrl K · /';
  const keys = [
    ...named,
    ...(user && user.role !== 'wali_murid' ? [[finds, copy.find] as const] : []),
    ['?', copy.open] as const,
  ];
  const { on, setOn } = useShortcutSwitch();
  return (
    <Dialog side title={title} onClose={onClose}>
      <Text>{purpose}</Text>
      <Part>
        <h3>{copy.terms}</h3>
        <Terms>
          {terms.map((term) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{GLOSSARY[term]}</dd>
            </div>
          ))}
        </Terms>
      </Part>
      <WithKeyboard as="div">
        <Part>
          <h3>{copy.keys}</h3>
          <SummaryList rows={keys.map(([key, words]) => ({ label: words, value: <kbd>{key}</kbd> }))} />
          <Checkbox label={copy.enabled} checked={on} onChange={({ target }) => setOn(target.checked)} />
        </Part>
      </WithKeyboard>
      <Part>
        <h3>{copy.questions}</h3>
        <Stack $gap={6}>
          {Object.entries(questions).map(([question, answer]) => (
            <Disclosure key={question} label={question}>
              <Quiet>{answer}</Quiet>
            </Disclosure>
          ))}
        </Stack>
      </Part>
      <DialogClose onClose={onClose} />
    </Dialog>
  );
}
