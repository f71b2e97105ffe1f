import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { DatabaseUnavailable } from '../database/database-unavailable.js';
import { SingleFlight } from '../database/single-flight.js';
import { type PreparedResponse, jsonResponse } from '../http/prepared-response.js';

const PROBE = { name: 'probe', text: 'SELECT 1' };
const NOT_KEPT = ['Cache-Control', 'no-store'];

/** Tells those who run the program how it is. */
@Injectable()
export class HealthService {
  private readonly flight = new SingleFlight();
  private leaving = false;

  constructor(private readonly database: Database) {}

  live(): PreparedResponse {
    return jsonResponse(200, { status: 'live' }, NOT_KEPT);
  }

  /** From now on no more requests are wanted, though those that come are answered. */
  leave(): void {
    this.leaving = true;
  }

  /** @throws Unavailable while the database does not answer or is not migrated, and before the program ends. */
  async ready(): Promise<PreparedResponse> {
    if (this.leaving || !this.database.ready) throw new DatabaseUnavailable();
    await this.flight.do('probe', () => this.database.rows(PROBE));
    return jsonResponse(200, { status: 'ready' }, NOT_KEPT);
  }
}
