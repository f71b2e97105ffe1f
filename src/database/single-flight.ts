/** Lets those who want the same thing at the same time wait for one that fetches it. */
export class SingleFlight {
  private readonly flights = new Map<string, Promise<unknown>>();

  do<T>(identity: string, fetch: () => Promise<T>): Promise<T> {
    const flying = this.flights.get(identity) as Promise<T> | undefined;
    if (flying) return flying;
    const flight = fetch().finally(() => this.flights.delete(identity));
    this.flights.set(identity, flight);
    return flight;
  }
}
