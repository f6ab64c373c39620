import type { Correction, OwnCorrections } from '@gerbang/contracts/corrections';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Quiet, Stack, Text } from '@gerbang/ui/layout';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { formatMoment } from '@gerbang/web-kit/page/format';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { Suspense, useState } from 'react';
import { fieldLabel, valueWord } from './correction-words.ts';
import { useAsk, useOwnCorrections } from './corrections.api.ts';
import { ownCopy as copy } from './corrections.copy.ts';

const ReasonDialog = lazyPart(() =>
  import('@gerbang/web-kit/desk/reason-dialog.tsx').then((file) => file.ReasonDialog),
);

/** What the school corrected of a registration, the way to say that it is not true, and to ask for more. */
export function OwnCorrections({ registrationId }: { registrationId: string }) {
  const read = useOwnCorrections(registrationId);
  const [asked, setAsked] = useState<{ readonly correctionId: string | null } | null>(null);
  const { send, pending } = useDecision(useAsk(registrationId), {
    done: [copy.sent, copy.sentText],
    failed: copy.sendFailed,
    onClose: () => setAsked(null),
    onFailure: () => {},
  });
  if (read.isError) {
    return (
      <Banner tone="attention" role="alert">
        <p>{copy.failed}</p>
        <Button small variant="secondary" pending={read.isFetching} onClick={() => void read.refetch()}>
          {copy.retry}
        </Button>
      </Banner>
    );
  }
  if (!read.data) return null;
  const { corrections, requests, may_request } = read.data;
  const waits = requests.some(({ status, correction_id }) => status === 'open' && correction_id === null);
  const objects = asked?.correctionId !== null;
  return (
    <Stack $gap={12}>
      {corrections.length > 0 ? <h4>{copy.title}</h4> : null}
      {corrections.map((one) => (
        <Own
          key={one.id}
          of={one}
          answer={requests.find(({ correction_id }) => correction_id === one.id)}
          onObject={() => setAsked({ correctionId: one.id })}
        />
      ))}
      <Requests of={requests.filter(({ correction_id }) => correction_id === null)} />
      {may_request && !waits ? (
        <div>
          <Button small variant="secondary" onClick={() => setAsked({ correctionId: null })}>
            {copy.ask}
          </Button>
        </div>
      ) : null}
      <Suspense fallback={null}>
        {asked === null ? null : (
          <ReasonDialog
            title={objects ? copy.objectTitle : copy.askTitle}
            hint={objects ? copy.objectHint : copy.askHint}
            label={copy.text}
            required={copy.required}
            action={copy.send}
            variant="primary"
            maxLength={500}
            pending={pending}
            onSend={(text) => send({ correctionId: asked.correctionId, text })}
            onClose={() => setAsked(null)}
          />
        )}
      </Suspense>
    </Stack>
  );
}

type Request = OwnCorrections['requests'][number];

const answerOf = ({ answer }: Request): string => (answer === null ? copy.waits : copy.answer(answer));

function Own({
  of,
  answer,
  onObject,
}: {
  of: Correction;
  answer: Request | undefined;
  onObject: () => void;
}) {
  const word = (field: string, value: Correction['changes'][number]['before']) =>
    valueWord(field, value) ?? copy.nothing;
  return (
    <Stack $gap={4}>
      <Quiet as="time" $small dateTime={of.created_at}>
        {formatMoment(of.created_at)}
      </Quiet>
      {of.changes.map(({ field, before, after }) => (
        <Text key={field}>
          {copy.line(fieldLabel(of.target, field), word(field, before), word(field, after))}
        </Text>
      ))}
      <Text $lines>{copy.reason(of.reason)}</Text>
      {of.objection === null ? (
        <div>
          <Button small variant="secondary" onClick={onObject}>
            {copy.object}
          </Button>
        </div>
      ) : (
        <Text $lines>{copy.objected(of.objection)}</Text>
      )}
      {answer ? <Text $lines>{answerOf(answer)}</Text> : null}
    </Stack>
  );
}

function Requests({ of }: { of: readonly Request[] }) {
  if (of.length === 0) return null;
  return (
    <>
      <h4>{copy.requests}</h4>
      {of.map((one) => (
        <Stack key={one.id} $gap={4}>
          <Quiet as="time" $small dateTime={one.created_at}>
            {formatMoment(one.created_at)}
          </Quiet>
          <Text $lines>{one.text}</Text>
          <Text $lines>{answerOf(one)}</Text>
        </Stack>
      ))}
    </>
  );
}
