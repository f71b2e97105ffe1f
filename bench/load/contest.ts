import { type Server } from '../server.js';
import { median, medianRatio } from '../statistics.js';
import { type Pace } from './drive.js';

/** How the contestants did, a value a round. */
export class Contest {
  private readonly paces = new Map<string, Pace[]>();

  /** Lets each server have its turn, round by round, the order turned about each time. The first turn only warms up. */
  static async hold(servers: readonly Server[], rounds: number, turn: (server: Server) => Promise<Pace>) {
    const contest = new Contest();
    for (const server of servers) {
      await turn(server);
      contest.paces.set(server.name, []);
    }
    for (let round = 0; round < rounds; round++) {
      const order = round % 2 === 0 ? servers : [...servers].reverse();
      for (const server of order) contest.paces.get(server.name)!.push(await turn(server));
    }
    return contest;
  }

  /** How many times as many requests a second one server answers as another. */
  ratio(one: string, other: string): number {
    return medianRatio(this.of(one, 'perSecond'), this.of(other, 'perSecond'));
  }

  /** Both sides of a ratio in figures. */
  detail(one: string, other: string): string {
    return `${this.figures(one)}; ${this.figures(other)}`;
  }

  private figures(name: string): string {
    const perSecond = Math.round(median(this.of(name, 'perSecond'))).toLocaleString('en');
    const micros = median(this.of(name, 'processorMicros')).toFixed(0);
    return `${name} ${perSecond}/s, ${micros} µs of its processor each`;
  }

  private of(name: string, figure: keyof Pace): number[] {
    return this.paces.get(name)!.map((pace) => pace[figure]);
  }
}
