import { createHash } from 'node:crypto';
import type { createConfirmation as call } from '@gerbang/contracts/enrollment-confirmations';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Context } from '../context.ts';

type Body = Pick<z.output<(typeof call)['body']>, 'refund_rule_version'>;

/**
 * The columns of the rule of what goes back that the family has read: the one in force, kept with the confirmation. 409
 * `rule_changed` where it read another one; nothing where the call names none.
 */
export function ruleRead({ school }: Pick<Context, 'school'>, { refund_rule_version: read }: Body) {
  if (read === undefined) {
    return { refund_rule_version: null, refund_rule: null, refund_rule_hash: null };
  }
  const { refund_rule: rule } = school.held.settings;
  if (rule?.version !== read) {
    throw conflict(
      'rule_changed',
      'Ketentuan pengembalian dana baru saja berubah. Muat ulang halaman ini, baca yang baru, lalu kirim lagi.',
    );
  }
  const text = JSON.stringify(rule);
  return {
    refund_rule_version: read,
    refund_rule: text,
    refund_rule_hash: createHash('sha256').update(text).digest('hex'),
  };
}
