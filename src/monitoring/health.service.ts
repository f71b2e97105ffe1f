import { Injectable, ServiceUnavailableException } from '@nestjs/common';
import { Database } from '../database/database.js';
import { DatabaseUnavailable } from '../database/database-unavailable.js';
import { SingleFlight } from '../database/single-flight.js';
import { jsonResponse, type PreparedResponse } from '../http/prepared-response.js';

const PROBE = { name: 'probe', text: 'SELECT 1' };
const NO_STORE = ['Cache-Control', 'no-store'];

/** The health of this instance, for balancers and orchestrators. */
@Injectable()
export class HealthService {
  private readonly flight = new SingleFlight();
  private isLeaving = false;

  constructor(private readonly database: Database) {}

  live(): PreparedResponse {
    return jsonResponse(200, { status: 'live' }, NO_STORE);
  }

  /** From now on `ready` fails, so that balancers send no more requests; those that come are served. */
  leave(): void {
    this.isLeaving = true;
  }

  /**
   * @throws DatabaseUnavailable while the database does not answer or is not migrated.
   * @throws ServiceUnavailableException while the program shuts down.
   */
  async ready(): Promise<PreparedResponse> {
    if (this.isLeaving)
      throw new ServiceUnavailableException('Temporarily unavailable', {
        cause: 'the server is shutting down',
      });
    if (!this.database.ready) throw new DatabaseUnavailable();
    await this.flight.do('probe', () => this.database.rows(PROBE));
    return jsonResponse(200, { status: 'ready' }, NO_STORE);
  }
}
