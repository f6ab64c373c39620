import { Beside } from '@gerbang/ui/form-section';
import type { SchoolConfig } from '@gerbang/contracts/school';
import type { SeatPool } from '@gerbang/contracts/seat-pools';
import { deadlines } from '@gerbang/domain/day-limits';
import type { Jenjang } from '@gerbang/domain/levels';
import type { Criterion } from '@gerbang/domain/waitlist';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Checkbox } from '@gerbang/ui/checkbox';
import { DateField } from '@gerbang/ui/date-field';
import { Dialog } from '@gerbang/ui/dialog';
import { Stack } from '@gerbang/ui/layout';
import { Select } from '@gerbang/ui/select';
import { TextField } from '@gerbang/ui/text-field';
import { ApiError } from '@gerbang/web-kit/api/client';
import { FormActions } from '@gerbang/web-kit/forms/form-actions.tsx';
import { FormFrame } from '@gerbang/web-kit/forms/form-frame.tsx';
import { classText } from '@gerbang/web-kit/page/format';
import { staleOf } from '@gerbang/web-kit/api/stale';
import { refusalText, whoChanged } from '@gerbang/web-kit/api/stale-words';
import { useTextForm } from '@gerbang/web-kit/forms/text-form';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { useState } from 'react';
import { CriteriaField } from './criteria-field.tsx';
import {
  creationOf,
  criteriaOf,
  decidedOf,
  differencesOf,
  limitsOf,
  poolRules,
  type PoolValues,
  valuesOf,
} from './pool-values.ts';
import { type PoolSent, useSavePool } from './seat-pools.api.ts';
import { poolFormCopy as copy } from './seat-pools.copy.ts';

type Form = ReturnType<typeof useTextForm<keyof PoolValues>>;

/** The class or level whose seats are limited. */
function PlaceFields({ form, school }: { form: Form; school: SchoolConfig }) {
  const level = school.levels.find(({ jenjang }) => jenjang === form.value('jenjang'));
  return (
    <Beside $least={200}>
      <Select
        {...form.field('jenjang')}
        label={copy.jenjang}
        placeholder={copy.chooseJenjang}
        options={school.levels
          .filter(({ offered }) => offered)
          .map(({ jenjang, label }) => ({ value: jenjang, label }))}
        onChange={({ target }) => {
          form.set('jenjang', target.value);
          form.set('kelas', '');
        }}
      />
      <Select
        {...form.field('kelas')}
        label={copy.kelas}
        options={[
          { value: '', label: copy.wholeLevel },
          ...(level?.classes ?? []).map((value) => ({ value, label: classText(value) })),
        ]}
      />
    </Beside>
  );
}

/** How many places there are, and until when they are offered and held. */
function FigureFields({ form }: { form: Form }) {
  const number = { inputMode: 'numeric', autoComplete: 'off' } as const;
  const limits = limitsOf(form.value('seats'));
  const [days] = useState(() => deadlines(new Date()));
  return (
    <>
      <Beside $least={200}>
        <TextField {...form.field('seats')} {...number} label={copy.seats} hint={copy.seatsHint} />
        <TextField
          {...form.field('offer_limit')}
          {...number}
          label={copy.limit}
          hint={limits ? copy.limitHint(limits.from, limits.to) : copy.limitHintEmpty}
        />
      </Beside>
      <Beside $least={200}>
        <TextField
          {...form.field('answer_days')}
          {...number}
          label={copy.answerDays}
          hint={copy.answerDaysHint}
        />
        <TextField
          {...form.field('list_max')}
          {...number}
          optional
          label={copy.listMax}
          hint={copy.listMaxHint}
        />
      </Beside>
      <DateField
        {...form.choice('offers_until')}
        optional
        label={copy.offersUntil}
        hint={copy.offersUntilHint}
        limits={days}
      />
      <Checkbox {...form.tick('auto_offer')} label={copy.auto} />
    </>
  );
}

/** Who changed the pool first, and what of it stands otherwise than it was typed. */
function StaleNote({
  who,
  differences,
  onTheirs,
}: {
  who: string;
  differences: readonly string[];
  onTheirs: () => void;
}) {
  return (
    <Banner tone="attention" role="alert">
      <Stack $gap={8}>
        <p>{who}</p>
        {differences.map((line) => (
          <p key={line}>{line}</p>
        ))}
        <p>{copy.stale}</p>
        <div>
          <Button small variant="secondary" onClick={onTheirs}>
            {copy.takeTheirs}
          </Button>
        </div>
      </Stack>
    </Banner>
  );
}

/** Limits the seats of a class, or changes the limit. What was typed stays after every refusal. */
export function PoolDialog({
  pool,
  year,
  jenjang,
  school,
  criteria,
  onClose,
}: {
  /** Null = a new one. */
  pool: SeatPool | null;
  year: string;
  /** The level that is shown alone. */
  jenjang: Jenjang | undefined;
  school: SchoolConfig;
  /** What an order may go by here. */
  criteria: readonly Criterion[];
  onClose: () => void;
}) {
  // The pool as it was seen last: a change of another one is refused, and then compared with this.
  const [seen, setSeen] = useState(pool);
  const [who, setWho] = useState<string | null>(null);
  const first = { jenjang, criteria };
  const form = useTextForm(poolRules(seen?.criteria ?? null), valuesOf(pool, first));
  const refuse = (error: unknown) => {
    const stale = staleOf(error);
    if (stale) {
      setWho(whoChanged(stale));
      setSeen(stale.present as SeatPool);
      return;
    }
    const { code, details, message = '' } = (error instanceof ApiError && error.body) || {};
    const taken = Number(details?.taken ?? 0);
    if (code === 'below_taken') {
      const text = seen ? copy.belowTaken(taken) : copy.passedAlready(taken);
      form.showErrors([{ field: 'offer_limit', message: text }]);
    } else if (code === 'pool_overlap') {
      form.showErrors([{ field: 'kelas', message: copy.overlap(message) }]);
    } else form.fail(error);
  };
  const { send, pending } = useDecision(useSavePool(), {
    done: (saved) => [copy.saved, saved.label],
    failed: copy.failed,
    failureText: (error) => refusalText(error, copy.failed),
    onFailure: refuse,
    onClose,
  });
  const sentOf = (values: PoolValues): PoolSent =>
    seen
      ? {
          id: seen.id,
          body: {
            ...decidedOf(values),
            ...(values.reason && { reason: values.reason }),
            version: seen.version,
          },
        }
      : { id: null, body: creationOf(values, year) };
  const typed = Object.fromEntries(
    Object.keys(valuesOf(seen, first)).map((name) => [name, form.value(name as keyof PoolValues)]),
  ) as PoolValues;
  return (
    <Dialog title={pool ? copy.editTitle(pool.label) : copy.addTitle} dismissable={false} onClose={onClose}>
      <FormFrame
        form={form}
        onSubmit={form.onSubmit((values) => send(sentOf(values)))}
        actions={<FormActions label={copy.save} pending={pending} onCancel={onClose} />}
      >
        {who !== null && seen ? (
          <StaleNote
            who={who}
            differences={differencesOf(typed, valuesOf(seen, first))}
            onTheirs={() => {
              setWho(null);
              form.form.reset(valuesOf(seen, first));
            }}
          />
        ) : null}
        {seen ? null : <PlaceFields form={form} school={school} />}
        <FigureFields form={form} />
        <CriteriaField
          id={form.idOf('criteria')}
          offered={criteria}
          values={criteriaOf(form.value('criteria'))}
          onChange={(values) => form.set('criteria', values.join())}
        />
        {seen ? (
          <TextField
            {...form.field('reason')}
            optional={typed.criteria === seen.criteria.join()}
            autoComplete="off"
            label={copy.reason}
            hint={copy.reasonHint}
            maxLength={300}
          />
        ) : null}
      </FormFrame>
    </Dialog>
  );
}
