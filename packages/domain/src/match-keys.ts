import { type MatchLine, type MatchTarget, TRANSFER_FEES } from './bank-matching.ts';

/** What a line and a target must share so that the one can say something about the other: an amount or a reference. */
export type MatchKey = number | string;

/** A text without what separates its words and numbers. */
export const compact = (text: string): string => text.toUpperCase().replace(/[^0-9A-Z]/gu, '');

/** Every place at which a compact text may write a reference. */
const REFERENCES = /(?=(GB[0-9A-Z]{6}))/gu;

/** Names, numbers and days only choose between targets that share a key with the line already. */
export const keysOfTarget = ({ owed, held }: Pick<MatchTarget, 'owed' | 'held'>): MatchKey[] => [
  owed,
  ...held.flatMap(({ base, transfer_amount, reference }) => [base, transfer_amount, compact(reference)]),
];

/** The keys of a line: its amount, with and without what a bank takes for a transfer, and the references in its text. */
export const keysOfLine = ({ amount, text }: Pick<MatchLine, 'amount' | 'text'>): MatchKey[] => [
  ...[0, ...TRANSFER_FEES].map((fee) => amount - fee),
  ...[...compact(text).matchAll(REFERENCES)].flatMap(([, reference]) => reference ?? []),
];
