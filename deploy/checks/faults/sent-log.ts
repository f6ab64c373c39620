import { inbox, type InboxMessage } from '../kit/inbox.ts';

export type SentLog = ReturnType<typeof createSentLog>;

/** Everything that the simulator was sent over the life of a world; the simulator itself forgets at a restart. */
export function createSentLog(simulatorUrl: () => string) {
  const known = new Map<string, InboxMessage>();
  return {
    /** Reads the inbox; a simulator that is down has nothing new. */
    async read(): Promise<void> {
      const messages = await inbox(simulatorUrl()).catch(() => []);
      for (const message of messages) known.set(message.wamid, message);
    },
    /** How often the message of each row was sent. */
    perRow(): Map<string, number> {
      const counts = new Map<string, number>();
      for (const { reference } of known.values()) {
        const id = reference?.split(':')[0] ?? '';
        counts.set(id, (counts.get(id) ?? 0) + 1);
      }
      return counts;
    },
  };
}
