import { Check, Column, Entity, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** An affiliate network. `count_programs_active` is maintained by triggers; no client may set it. */
@Entity('networks')
@Unique('networks_name_key', ['name'])
@Unique('networks_id_name_key', ['id', 'name'])
@Check('networks_id_range', 'id >= 1')
@Check('networks_name_clean', 'clean_text(name, 500)')
@Check('networks_url_host', 'host_name(url)')
@Check('networks_count_not_negative', 'count_programs_active >= 0')
@Check('networks_sub_id_length_not_negative', 'sub_id_length >= 0')
@Check('networks_address_clean', 'clean_lines(address, 2000)')
@Check('networks_address_country_code', "address_country ~ '^[A-Z]{2}$'")
@Check('networks_times_printable', 'printable(created_at) AND printable(updated_at) AND printable(last_sync)')
@Index('networks_live_by_id', { synchronize: false })
@Index('networks_live_by_name', { synchronize: false })
@Index('networks_live_by_created_at', { synchronize: false })
@Index('networks_live_by_updated_at', { synchronize: false })
@Index('networks_live_by_last_sync', { synchronize: false })
@Index('networks_live_by_url', { synchronize: false })
@Index('networks_live_by_count_programs_active', { synchronize: false })
@Index('networks_live_by_sub_id_length', { synchronize: false })
@Index('networks_live_by_address_country', { synchronize: false })
@Index('networks_live_by_search_text', { synchronize: false })
export class Network {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @Column({ type: 'text', collation: 'und-x-icu' })
  name: string;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' })
  createdAt: Date;

  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3, default: () => 'now()' })
  updatedAt: Date;

  @Column({ type: 'timestamptz', name: 'last_sync', precision: 3, nullable: true })
  lastSync: Date | null;

  /** Host name, lower case, ASCII form. */
  @Column({ type: 'text', collation: 'C' })
  url: string;

  @Column({ type: 'boolean', default: true })
  live: boolean;

  @Column({ type: 'integer', name: 'count_programs_active', default: 0 })
  countProgramsActive: number;

  @Column({ type: 'integer', name: 'sub_id_length', nullable: true })
  subIdLength: number | null;

  /** Lines are separated by `\n`. */
  @Column({ type: 'text', nullable: true })
  address: string | null;

  /** ISO 3166-1 alpha-2. */
  @Column({ type: 'text', name: 'address_country', nullable: true, collation: 'C' })
  addressCountry: string | null;
}
