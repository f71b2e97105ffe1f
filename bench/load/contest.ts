import { type Server } from '../server.js';
import { median, medianRatio } from '../statistics.js';
import { type Pace } from './drive.js';

const WARM_UP_REQUESTS = 10_000;
const MAX_WARM_UP_TURNS = 40;
/** A turn that takes less of the processor than this part of the best before shows that code is still being compiled. */
const FASTER = 0.97;
/** Turns in a row that are no faster; one may have been disturbed. */
const STEADY_TURNS = 2;

/** How the contestants did, a value a round. */
export class Contest {
  private readonly paces = new Map<string, Pace[]>();
  private turnedAbout = false;

  /**
   * Lets each server have its turn, round by round, the order turned about each time, after all have warmed up.
   * May be called again for more rounds, also with other processes of the same names.
   */
  async hold(
    servers: readonly Server[],
    rounds: number,
    turn: (server: Server) => Promise<Pace>,
  ): Promise<this> {
    for (const server of servers) await warmUp(() => turn(server));
    for (let round = 0; round < rounds; round++) {
      for (const server of this.turnedAbout ? [...servers].reverse() : servers)
        this.of(server.name).push(await turn(server));
      this.turnedAbout = !this.turnedAbout;
    }
    return this;
  }

  /** How many times as many requests a second one server answers as another. */
  ratio(one: string, other: string): number {
    return medianRatio(this.each(one, 'perSecond'), this.each(other, 'perSecond'));
  }

  /** Both sides of a ratio in figures. */
  detail(one: string, other: string): string {
    return `${this.figures(one)}; ${this.figures(other)}`;
  }

  private figures(name: string): string {
    const perSecond = Math.round(median(this.each(name, 'perSecond'))).toLocaleString('en');
    const micros = median(this.each(name, 'processorMicros'));
    return `${name} ${perSecond}/s, ${micros.toFixed(micros < 100 ? 1 : 0)} µs of its processor each`;
  }

  private each(name: string, figure: keyof Pace): number[] {
    return this.of(name).map((pace) => pace[figure]);
  }

  private of(name: string): Pace[] {
    if (!this.paces.has(name)) this.paces.set(name, []);
    return this.paces.get(name)!;
  }
}

/**
 * Repeats a turn until the server has answered many requests and stopped getting faster: V8 compiles what has run often, at
 * last after some thousand requests.
 */
export async function warmUp(turn: () => Promise<Pace>): Promise<void> {
  let best = Infinity;
  let steady = 0;
  let requests = 0;
  for (let turns = 0; turns < MAX_WARM_UP_TURNS; turns++) {
    const pace = await turn();
    steady = pace.processorMicros < best * FASTER ? 0 : steady + 1;
    best = Math.min(best, pace.processorMicros);
    requests += pace.requests;
    if (requests >= WARM_UP_REQUESTS && steady >= STEADY_TURNS) return;
  }
}
