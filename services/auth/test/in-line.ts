import { setTimeout as sleep } from 'node:timers/promises';
import { login, type InLine } from '@gerbang/contracts/accounts';
import { comeAgainMs } from '@gerbang/domain/login-line';
import type { Door } from './door.ts';

export interface Typed {
  readonly identifier: string;
  readonly password: string;
  readonly ticket?: string;
}

export type Answer = Awaited<ReturnType<Door['call']>>;

/** Logs in as the page does: waits in the line, at one of the processes each time. */
export async function logInByLine(doors: readonly Door[], typed: Typed, ip: string): Promise<Answer> {
  let ticket: string | undefined;
  for (let turn = Math.floor(Math.random() * doors.length); ; turn += 1) {
    const door = doors[turn % doors.length] as Door;
    const answer = await door.call(login, 'anon', { body: { ...typed, ticket }, ip });
    const told = answer.json() as InLine;
    if (answer.statusCode !== 202 || told.ticket === undefined) return answer;
    ticket = told.ticket;
    await sleep(comeAgainMs(told.seconds));
  }
}
