import { RETRY_AFTER_S } from './send-pages.ts';
import { ProgressBar } from '@gerbang/ui/progress-bar';
import { Alert, Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Row, Stack, Quiet } from '@gerbang/ui/layout';
import { TextArea } from '@gerbang/ui/text-area';
import { hiddenCss } from '@gerbang/ui/visually-hidden';
import { useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { PageChooser } from './page-chooser.tsx';
import { PageList } from './page-list.tsx';
import { pageEditorCopy as copy } from './page-editor.copy.ts';
import { pagePickerCopy } from './page-picker.copy.ts';
import type { PagePickerProps } from './page-picker-props.ts';
import { usePages } from './use-pages.ts';
import { useSending, type SendingState } from './use-sending.ts';

const Live = styled.p`
  ${hiddenCss}
`;

const NOTE_MAX = 300;

/** How the sending goes, of the page that is on its way; after a lost connection what happens next. */
function SendingProgress({ state, pages }: { state: SendingState; pages: number }) {
  if (state.kind === 'idle') return null;
  if (state.kind === 'failed') return <Alert>{state.problem}</Alert>;
  if (state.kind === 'waiting') {
    return (
      <Banner tone="attention" role="status">
        {copy.waiting(state.attempt, RETRY_AFTER_S.length)}
      </Banner>
    );
  }
  if (state.kind === 'finishing') return <p role="status">{copy.finishing}</p>;
  const percent = Math.round(state.done * 100);
  return (
    <Stack $gap={6}>
      <ProgressBar percent={percent} label={copy.progressLabel(state.at + 1, pages)} />
      <Quiet $small $figures>
        {copy.progress(state.at + 1, pages, percent)}
      </Quiet>
    </Stack>
  );
}

/** The pages that were chosen, as they will be sent; nothing leaves the device before 'Kirim'. */
export function PageEditor({
  document,
  max,
  accepts,
  withNote = false,
  send,
  onSent,
  onRefused,
  onUnsent,
  first,
  onClose,
}: PagePickerProps & {
  /** The files with which it begins. */
  readonly first: readonly File[];
  readonly onClose: () => void;
}) {
  const takesPdf = accepts === 'image_pdf';
  const editor = usePages({ max, takesPdf });
  const [note, setNote] = useState('');
  const [spoken, setSpoken] = useState('');
  const { pages, preparing, turning, problems } = editor;
  const close = () => {
    onUnsent?.(false);
    onClose();
  };
  const { state, isBusy, start, stop, calm } = useSending({
    editor,
    send,
    onSent: (hints) => {
      close();
      onSent(hints);
    },
    onRefused: (error) => {
      close();
      onRefused(error);
    },
  });
  const began = useRef(false);
  useEffect(() => {
    if (began.current) return;
    began.current = true;
    editor.add(first);
  });
  const unsent = pages.length > 0 || preparing > 0;
  useEffect(() => onUnsent?.(unsent), [unsent, onUnsent]);
  const say = (text: string) => {
    calm();
    setSpoken(text);
  };
  const ready = pages.length > 0 && preparing === 0;
  const status =
    preparing > 0 ? copy.preparing(preparing) : spoken || (ready ? copy.ready(pages.length) : '');

  return (
    <Stack $gap={12}>
      <PageList document={document} editor={editor} busy={isBusy} sending={state} onChanged={say} />
      {preparing > 0 ? <p>{copy.preparing(preparing)}</p> : null}
      <Live role="status">{isBusy ? '' : status}</Live>
      {problems.length > 0 ? (
        <Banner tone="attention" role="alert">
          {problems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </Banner>
      ) : null}
      {!isBusy && pages.length + preparing < max ? (
        <PageChooser
          document={document}
          takesPdf={takesPdf}
          more={unsent}
          onFiles={(files) => {
            say('');
            editor.add(files);
          }}
        />
      ) : null}
      {withNote && unsent ? (
        <TextArea
          optional
          rows={2}
          label={copy.note}
          hint={copy.noteHint}
          maxLength={NOTE_MAX}
          value={note}
          readOnly={isBusy}
          onChange={(event) => setNote(event.target.value)}
        />
      ) : null}
      <SendingProgress state={state} pages={pages.length} />
      <Row>
        {pages.length > 0 ? (
          <Button
            pending={isBusy || preparing + turning > 0}
            pendingLabel={isBusy ? copy.sending : pagePickerCopy.loading}
            onClick={() => start(note)}
          >
            {state.kind === 'failed' ? copy.retry : copy.send(pages.length)}
          </Button>
        ) : null}
        <Button variant="ghost" onClick={isBusy ? stop : close}>
          {isBusy ? copy.stop : copy.cancel}
        </Button>
      </Row>
    </Stack>
  );
}
