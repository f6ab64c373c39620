import type { StaffCorrection } from '@gerbang/contracts/corrections';
import { CORRECTION_BASES, CORRECTION_TARGETS } from '@gerbang/domain/corrections';
import { ROLE_WORDS } from '@gerbang/domain/roles';
import { Card, CardTitle } from '@gerbang/ui/card';
import { Quiet, Stack, Text } from '@gerbang/ui/layout';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { formatMoment } from '@gerbang/web-kit/page/format';
import { CorrectionGroup } from './correction-group.tsx';
import { fieldLabel, valueWord } from './correction-words.ts';
import { useCorrections } from './corrections.api.ts';
import { correctionsCopy as copy, ownCopy } from './corrections.copy.ts';

/** The tab 'Koreksi' of a registration: what may be corrected, and what was. */
export function CorrectionsTab({ registrationId }: { registrationId: string }) {
  const read = useCorrections(registrationId);
  if (!read.data) return <Loading of={read} lines={10} label={copy.loading} failed={copy.loadFailed} />;
  const { version, corrections } = read.data;
  return (
    <Stack>
      {CORRECTION_TARGETS.map((target) => (
        <CorrectionGroup key={`${target}-${version}`} id={registrationId} target={target} of={read.data} />
      ))}
      <Stack as={Card} $gap={12} aria-label={copy.history}>
        <CardTitle as="h3">{copy.history}</CardTitle>
        {corrections.length === 0 ? <Quiet>{copy.none}</Quiet> : null}
        {corrections.toReversed().map((one) => (
          <Past key={one.id} of={one} />
        ))}
      </Stack>
    </Stack>
  );
}

function Past({ of }: { of: StaffCorrection }) {
  return (
    <Stack $gap={4}>
      {of.changes.map(({ field, before, after }) => (
        <Text key={field}>
          {fieldLabel(of.target, field)}: {valueWord(field, before) ?? ownCopy.nothing} →{' '}
          {valueWord(field, after) ?? ownCopy.nothing}
        </Text>
      ))}
      <Text $lines>{ownCopy.reason(of.reason)}</Text>
      {of.objection === null ? null : <Text $lines>{copy.objected(of.objection)}</Text>}
      <Quiet $small>
        {CORRECTION_BASES[of.basis]} · {copy.by(of.by.name ?? copy.nobody, ROLE_WORDS[of.by.role])} ·{' '}
        {formatMoment(of.created_at)}
      </Quiet>
    </Stack>
  );
}
