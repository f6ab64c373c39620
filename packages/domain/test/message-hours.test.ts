import { runs } from '../src/testing/runs.ts';
import fc from 'fast-check';
import { inJakarta } from '../src/jakarta-time.ts';
import { isMessageHour, messagesEnd, messageTime } from '../src/message-hours.ts';

const jakarta = (text: string) => new Date(`${text}+07:00`);

describe('the hours of messages to families', () => {
  test.each([
    ['2027-02-08T06:59:59.999', '2027-02-08T07:00:00.000'],
    ['2027-02-08T07:00:00.000', '2027-02-08T07:00:00.000'],
    ['2027-02-08T19:59:59.999', '2027-02-08T19:59:59.999'],
    ['2027-02-08T20:00:00.000', '2027-02-09T07:00:00.000'],
    ['2027-02-28T23:30:00.000', '2027-03-01T07:00:00.000'],
    ['2027-03-01T00:00:00.000', '2027-03-01T07:00:00.000'],
  ])('when it is %s, then a message leaves at %s', (now, leaves) => {
    expect(inJakarta(messageTime(jakarta(now)))).toBe(leaves);
  });

  test('when it is any moment, then a message leaves by day, within eleven hours, and at once by day', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2026-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
        (now) => {
          const leaves = messageTime(now);
          expect(isMessageHour(leaves)).toBe(true);
          expect(leaves.getTime() === now.getTime()).toBe(isMessageHour(now));
          expect(leaves.getTime() - now.getTime()).toBeLessThanOrEqual(11 * 3_600_000);
          expect(isMessageHour(now)).toBe(inJakarta(now).slice(11) >= '07:00' && now < messagesEnd(now));
        },
      ),
      { numRuns: runs(500, { plain: 100 }) },
    );
  });
});
