import { type Plan } from './plans.js';

/** A key that may read, as a running server knows it. */
export interface Key {
  id: number;
  plan: Plan;
  /** The last moment at which it is valid, in milliseconds since 1970; infinite for a key without expiry. */
  expiresAt: number;
}
