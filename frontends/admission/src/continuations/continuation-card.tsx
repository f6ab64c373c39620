import type { Continuation } from '@gerbang/contracts/continuations';
import { dayText } from '@gerbang/domain/date-text';
import { Button } from '@gerbang/ui/button';
import { Card, CardTitle } from '@gerbang/ui/card';
import { Quiet, Row, Stack } from '@gerbang/ui/layout';
import { formatRupiah, levelText } from '@gerbang/web-kit/page/format';
import { toast, toastFailure } from '@gerbang/web-kit/page/toast';
import { Lines } from '../families/family-parts.tsx';
import { useAnswer, useQuestions } from './continuations.api.ts';
import { continuationsCopy as copy } from './continuations.copy.ts';

/** 'Apakah {anak} melanjutkan?': each question that can be answered, in one tap. */
export function ContinuationCard() {
  const { data = [] } = useQuestions();
  const answer = useAnswer();
  const open = data.filter(({ may_answer }) => may_answer);
  if (open.length === 0) return null;
  const send = ({ id }: Continuation, said: 'yes' | 'no') => {
    if (answer.isPending) return;
    answer.mutate(
      { id, answer: said },
      {
        onSuccess: () => toast(copy.done.title, copy.done[said]),
        onError: (error) => toastFailure(copy.failed, error),
      },
    );
  };
  return (
    <Stack as={Card} $gap={12} aria-label={copy.title}>
      <CardTitle>{copy.title}</CardTitle>
      <Lines>
        {open.map((one) => {
          const name = one.child.full_name;
          return (
            <li key={one.id}>
              <strong>{copy.question(name, levelText(one.jenjang, one.kelas))}</strong>
              <Quiet $small>
                {one.answer === 'no' ? copy.saidNo : copy.until(dayText(one.deadline), formatRupiah(one.fee))}
              </Quiet>
              <Row>
                <Button
                  small
                  aria-label={copy.yesOf(name)}
                  pending={
                    answer.isPending && answer.variables.id === one.id && answer.variables.answer === 'yes'
                  }
                  pendingLabel={copy.sending}
                  onClick={() => send(one, 'yes')}
                >
                  {copy.yes}
                </Button>
                {one.answer === null ? (
                  <Button
                    small
                    variant="secondary"
                    aria-label={copy.noOf(name)}
                    disabled={answer.isPending}
                    onClick={() => send(one, 'no')}
                  >
                    {copy.no}
                  </Button>
                ) : null}
              </Row>
            </li>
          );
        })}
      </Lines>
    </Stack>
  );
}
