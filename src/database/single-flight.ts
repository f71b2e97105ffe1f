/** Milliseconds. A read that began earlier may miss a commit that a later caller must see. */
const JOINABLE_MS = 500;

interface Flight {
  since: number;
  /** Undefined once it is over: see `docs/decisions/performance.md`. */
  result: Promise<unknown> | undefined;
}

/** Lets concurrent callers that want the same thing share one call. */
export class SingleFlight {
  private readonly flights = new Map<string, Flight>();

  /** @param joinableMs how old a call in progress may be for another caller to share it. */
  constructor(private readonly joinableMs = JOINABLE_MS) {}

  /** Calls `fetch`, unless a call with the same identity is in progress and young enough to be shared. */
  do<T>(identity: string, fetch: () => Promise<T>): Promise<T> {
    const now = performance.now();
    const flying = this.flights.get(identity);
    if (flying !== undefined && now - flying.since < this.joinableMs) return flying.result as Promise<T>;
    const result = fetch().finally(() => {
      if (this.flights.get(identity) === flight) this.flights.delete(identity);
      flight.result = undefined;
    });
    const flight: Flight = { since: now, result };
    this.flights.set(identity, flight);
    return result;
  }
}
