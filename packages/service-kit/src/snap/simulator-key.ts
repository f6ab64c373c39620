import { generateKeyPairSync, type KeyObject } from 'node:crypto';

/** The prime behind the usual 65537: the mark of the simulator's keys, which no copying takes away. */
const MARK = 65_539;

/** A new RSA pair for the local run, marked as the simulator's. */
export const newSimulatorKeys = () =>
  generateKeyPairSync('rsa', { modulusLength: 2048, publicExponent: MARK });

/** Whether a key, public or private, was made for the simulator; outside the local run such a key is refused. */
export const isSimulatorKey = (key: KeyObject): boolean =>
  key.asymmetricKeyDetails?.publicExponent === BigInt(MARK);
