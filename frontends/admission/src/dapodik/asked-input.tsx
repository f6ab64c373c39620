import type { AskedField } from '@gerbang/contracts/dapodik';
import { Select } from '@gerbang/ui/select';
import { TextField } from '@gerbang/ui/text-field';
import { messageOf } from '@gerbang/web-kit/api/client';
import { useState } from 'react';
import { useGive } from './dapodik.api.ts';
import { ownCopy as copy } from './dapodik.copy.ts';

type Value = string | number;

/** What is sent of what was typed; null = not yet a value. */
function valueOf({ number }: AskedField, typed: string): Value | null {
  const text = typed.trim();
  if (text === '') return null;
  if (!number) return text;
  const value = Number(text.replace(',', '.'));
  return Number.isFinite(value) ? value : null;
}

function hintOf({ number, digits }: AskedField): string | undefined {
  if (number) return copy.between(number.min, number.max, number.unit);
  return digits === null ? undefined : copy.digits(digits);
}

/** A field that is saved by itself: a choice when it is made, a text when it is left. What was typed stays after a refusal. */
export function AskedInput({
  asked,
  given,
  registrationId,
}: {
  asked: AskedField;
  given: Value | null;
  registrationId: string;
}) {
  const give = useGive();
  const [typed, setTyped] = useState(String(given ?? '').replace('.', asked.number ? ',' : '.'));
  const [sent, setSent] = useState<Value | null>(given);
  const [problem, setProblem] = useState<string>();
  const save = (text: string) => {
    const value = valueOf(asked, text);
    if (value === null && text.trim() !== '') setProblem(copy.number);
    if (value === null || value === sent) return;
    setProblem(undefined);
    give.mutate(
      { registration_id: registrationId, values: { [asked.field]: value } },
      { onSuccess: () => setSent(value), onError: (error) => setProblem(messageOf(error) || copy.failed) },
    );
  };
  const state = give.isPending ? copy.saving : sent === null ? undefined : copy.saved;
  const shared = {
    label: asked.label,
    value: typed,
    error: problem,
    hint: state ?? hintOf(asked),
  };
  if (asked.options) {
    return (
      <Select
        {...shared}
        placeholder={copy.choose}
        options={asked.options}
        onChange={({ target }) => {
          setTyped(target.value);
          save(target.value);
        }}
      />
    );
  }
  return (
    <TextField
      {...shared}
      autoComplete="off"
      inputMode={asked.number ? 'decimal' : asked.digits === null ? 'text' : 'numeric'}
      maxLength={asked.digits ?? 100}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={({ target }) => save(target.value)}
    />
  );
}
