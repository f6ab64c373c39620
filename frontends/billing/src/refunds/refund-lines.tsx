import type { GivableMoney } from '@gerbang/contracts/refunds';
import { REFUND_KINDS } from '@gerbang/domain/refunds';
import { Stack, Text } from '@gerbang/ui/layout';
import { MoneyField } from '@gerbang/ui/money-field';
import { formatRupiah } from '@gerbang/web-kit/page/format';
import { useState } from 'react';
import { actCopy as copy } from './refunds.copy.ts';

type Offered = GivableMoney['lines'][number];
const keyOf = ({ kind, target }: Pick<Offered, 'kind' | 'target'>) => `${kind} ${target}`;

/** The amounts that are typed for lines, beginning with those that stand. */
export function useLines(
  offered: readonly Offered[],
  standing: readonly (Pick<Offered, 'kind' | 'target'> & { readonly back: number })[],
) {
  const [typed, setTyped] = useState<Readonly<Record<string, number | null>>>({});
  const before = Object.fromEntries(standing.map((line) => [keyOf(line), line.back]));
  const backOf = (line: Pick<Offered, 'kind' | 'target'>) => {
    const value = typed[keyOf(line)];
    return value === undefined ? (before[keyOf(line)] ?? null) : value;
  };
  const lines = offered.flatMap((line) => {
    const back = backOf(line) ?? 0;
    return back > 0 ? [{ kind: line.kind, target: line.target, back }] : [];
  });
  return {
    offered,
    /** What is sent. */
    lines,
    sum: lines.reduce((sum, { back }) => sum + back, 0),
    changed: offered.some((line) => (backOf(line) ?? 0) !== (before[keyOf(line)] ?? 0)),
    isWrong: lines.length === 0 || offered.some((line) => (backOf(line) ?? 0) > line.left),
    backOf,
    set: (line: Offered, back: number | null) => setTyped({ ...typed, [keyOf(line)]: back }),
  };
}

/** An amount a line, each at most what is left of it. */
export function LinesFields({
  of: { offered, lines, sum, backOf, set },
  deduct = 0,
  asked,
  issues,
}: {
  of: ReturnType<typeof useLines>;
  /** What the sum is shortened by. */
  deduct?: number;
  /** Whether what is missing is said. */
  asked: boolean;
  /** The server's messages by their paths. */
  issues: Readonly<Record<string, string>>;
}) {
  const problemOf = (line: Offered) => {
    if ((backOf(line) ?? 0) > line.left) return copy.tooMuch(formatRupiah(line.left));
    if (asked && lines.length === 0) return copy.noLine;
    const at = lines.findIndex((one) => keyOf(one) === keyOf(line));
    return issues[`lines.${at}.back`] ?? issues[`lines.${at}.target`];
  };
  return (
    <Stack>
      {offered.map((line) => (
        <MoneyField
          key={keyOf(line)}
          label={[REFUND_KINDS[line.kind], line.number].filter(Boolean).join(' · ')}
          hint={copy.leftOfPaid(formatRupiah(line.left), formatRupiah(line.paid))}
          optional
          value={backOf(line)}
          error={problemOf(line)}
          onChange={(back) => set(line, back)}
        />
      ))}
      <Text $figures role="status">
        <strong>{copy.total(formatRupiah(Math.max(0, sum - deduct)))}</strong>
      </Text>
    </Stack>
  );
}
