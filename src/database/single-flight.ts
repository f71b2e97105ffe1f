/** Milliseconds. Who comes later wants to know of changes that a read which began before it cannot tell. */
const JOINABLE_MS = 500;

interface Flight {
  since: number;
  result: Promise<unknown>;
}

/** Lets those who want the same thing at about the same time wait for one that fetches it. */
export class SingleFlight {
  private readonly flights = new Map<string, Flight>();

  do<T>(identity: string, fetch: () => Promise<T>): Promise<T> {
    const now = performance.now();
    const flying = this.flights.get(identity);
    if (flying !== undefined && now - flying.since < JOINABLE_MS) return flying.result as Promise<T>;
    const result = fetch().finally(() => {
      if (this.flights.get(identity) === flight) this.flights.delete(identity);
    });
    const flight: Flight = { since: now, result };
    this.flights.set(identity, flight);
    return result;
  }
}
