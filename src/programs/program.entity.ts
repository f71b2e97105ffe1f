import {
  Check,
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
  Unique,
} from 'typeorm';
import { Network } from '../networks/network.entity.js';

/**
 * An affiliate program of one network.
 * `network_name` repeats the network's name, so that it can be an order of the list like any other. A foreign key over
 * both columns keeps it equal to the network's name (docs/decisions/network-name.md).
 */
@Entity('programs')
@Unique('programs_network_key', ['networkId', 'networkProgramId'])
@Check('programs_id_range', 'id >= 1')
@Check('programs_name_clean', 'clean_text(name, 500)')
@Check('programs_network_program_id_clean', 'clean_text(network_program_id, 255)')
@Check('programs_primary_url_host', 'host_name(primary_url)')
@Check(
  'programs_register_url_http',
  "register_url ~* '^https?://[^[:space:]]+$' AND length(register_url) <= 2048",
)
@Check('programs_countries_codes', "countries::text ~ '^\\{([A-Z]{2}(,[A-Z]{2})*)?\\}$'")
@Check('programs_dates_printable', 'printable(date_started) AND printable(date_closed)')
@Check('programs_times_printable', 'printable(created_at) AND printable(updated_at)')
@Index('programs_active_by_id', { synchronize: false })
@Index('programs_active_by_name', { synchronize: false })
@Index('programs_active_by_created_at', { synchronize: false })
@Index('programs_active_by_updated_at', { synchronize: false })
@Index('programs_active_by_network_id', { synchronize: false })
@Index('programs_active_by_network_name', { synchronize: false })
@Index('programs_active_by_network_program_id', { synchronize: false })
@Index('programs_active_by_date_started', { synchronize: false })
@Index('programs_active_by_date_closed', { synchronize: false })
@Index('programs_active_by_primary_url', { synchronize: false })
@Index('programs_active_by_country', { synchronize: false })
@Index('programs_active_by_search_text', { synchronize: false })
export class Program {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @Column({ type: 'text', collation: 'und-x-icu' })
  name: string;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' })
  createdAt: Date;

  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3, default: () => 'now()' })
  updatedAt: Date;

  @Column({ type: 'integer', name: 'network_id' })
  networkId: number;

  @Column({ type: 'text', name: 'network_name', collation: 'und-x-icu' })
  networkName: string;

  @ManyToOne(() => Network, { onUpdate: 'CASCADE', nullable: false })
  @JoinColumn([
    {
      name: 'network_id',
      referencedColumnName: 'id',
      foreignKeyConstraintName: 'programs_network_fkey',
    },
    {
      name: 'network_name',
      referencedColumnName: 'name',
      foreignKeyConstraintName: 'programs_network_fkey',
    },
  ])
  network: Relation<Network>;

  /** The network's own identifier of the program. */
  @Column({ type: 'text', name: 'network_program_id', collation: 'C' })
  networkProgramId: string;

  @Column({ type: 'date', name: 'date_started', nullable: true })
  dateStarted: string | null;

  @Column({ type: 'date', name: 'date_closed', nullable: true })
  dateClosed: string | null;

  /** Host name, lower case, ASCII form. */
  @Column({ type: 'text', name: 'primary_url', collation: 'C' })
  primaryUrl: string;

  @Column({ type: 'text', name: 'register_url', nullable: true })
  registerUrl: string | null;

  /** True while the program is active. */
  @Column({ type: 'boolean', default: true })
  status: boolean;

  /** ISO 3166-1 alpha-2 codes in feed order. */
  @Column({ type: 'text', array: true, default: () => "'{}'" })
  countries: string[];
}
