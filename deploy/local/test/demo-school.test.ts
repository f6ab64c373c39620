import { schoolSetting } from '@gerbang/contracts/school-setting';
import { schoolSchema } from '@gerbang/contracts/school';
import { asksExactly } from '@gerbang/domain/payment-expectations';
import { join } from 'node:path';
import { projectRoot } from '../src/paths.ts';

test('when the demo school begins, then it asks for exact amounts and has its own words, beside the samples', () => {
  const demo = schoolSetting.parse(join(projectRoot, 'deploy/local/demo-school.json'));
  const { texts, unique_code, ...others } = demo;
  expect(asksExactly({ unique_code })).toBe(true);
  expect([texts.invoice_wait, texts.first_day]).not.toContain('');
  expect(others).toEqual(expect.objectContaining({ name: schoolSchema.parse({}).name }));
});
