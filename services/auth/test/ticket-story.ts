import type { InLine } from '@gerbang/contracts/accounts';
import type { Door, TestAccount } from './door.ts';
import type { Typed } from './in-line.ts';
import type { LineStory } from './line-doors.ts';
import { until } from '@gerbang/service-kit/testing/until';

const placeOf = (told: InLine | undefined) => told?.ticket.split('.', 1)[0] ?? '';

/** What holds for the tickets of the line: they cannot be made, mixed, or used for more than one turn. */
export function ticketSuite(story: () => LineStory, bothBusy: () => Promise<() => Promise<void>>): void {
  test('when tickets are looked at, then each names a place by 128 random bits and is sealed; halves of two make none', async () => {
    await bothBusy();
    const people = await story().queue(3);
    const halves = people.map(({ place }) => place.ticket.split('.') as [string, string]);
    for (const half of halves) expect(half.map((text) => text.length)).toEqual([22, 43]);
    expect(new Set(halves.flat()).size).toBe(6);
    const [head, , last] = people;
    const mixed = `${halves[0]?.[0]}.${halves[2]?.[1]}`;
    const told = await story().told(
      story().first,
      story().typedOf(last?.user as TestAccount, mixed),
      last?.ip ?? '',
    );
    expect([told.place, told.ticket.split('.', 1)[0]]).toEqual([3, halves[2]?.[0]]);
    const sealedAnew = await story().told(
      story().second,
      story().typedOf(head?.user as TestAccount, head?.place.ticket),
      head?.ip ?? '',
    );
    expect(sealedAnew.ticket).toBe(head?.place.ticket);
  });

  test('when a visitor comes anew again and again, with other passwords and their tickets, then it has its one place and one turn', async () => {
    const free = await bothBusy();
    const [head, own, next] = await story().queue(3);
    const { user, ip } = own ?? (head as NonNullable<typeof head>);
    const tries: Typed[] = [
      story().typedOf(user),
      { identifier: user.email, password: 'salah-sekali' },
      { identifier: ` ${user.email.toUpperCase()}`, password: 'salah-sekali-lagi' },
      story().typedOf(user, next?.place.ticket),
    ];
    const told = await Promise.all(
      tries.map((typed, index) => story().told(story().doors[index % 2] as Door, typed, ip)),
    );
    expect(told.map(({ place }) => place)).toEqual([2, 2, 2, 2]);
    expect(new Set(told.map(({ ticket }) => ticket.split('.', 1)[0])).size).toBe(1);
    expect(
      (
        await story().told(
          story().first,
          story().typedOf(next?.user as TestAccount, next?.place.ticket),
          next?.ip ?? '',
        )
      ).place,
    ).toBe(3);
    await free();
    expect(
      (await story().enter(story().second, story().typedOf(user, own?.place.ticket), ip)).statusCode,
    ).toBe(200);
    await bothBusy();
    // The tickets of its other passwords named the same place, which is used by now.
    const again = await story().told(
      story().first,
      { ...(tries[1] as Typed), ticket: told[1]?.ticket ?? '' },
      ip,
    );
    expect(again.place).toBe(3);
  });

  test('when a ticket comes twice at once, then one login begins, and the other is told a place behind the others', async () => {
    const free = await bothBusy();
    const [own] = await story().queue(2);
    const typed = story().typedOf(own?.user as TestAccount, own?.place.ticket);
    story().hold(true);
    const entering = story().doors.map((door) => story().enter(door, typed, own?.ip ?? ''));
    await until(() => story().doors.every(({ context }) => context.hasher.waiting === 1));
    await free();
    const answers = await Promise.all(entering);
    const [entered, told] = answers.toSorted((left, right) => left.statusCode - right.statusCode);
    expect([entered?.statusCode, told?.statusCode, told?.json()]).toEqual([
      200,
      202,
      { ticket: expect.not.stringContaining(placeOf(own?.place)), place: 2, seconds: expect.any(Number) },
    ]);
    expect(answers.map((answer) => story().first.command(answer)?.do)).toContain('start');
  });
}
