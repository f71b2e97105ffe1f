import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** One run of an import; the last of each network are kept, whatever their outcome. */
@Entity('imports')
@Check('imports_subject_known', "subject IN ('networks', 'programs')")
@Check('imports_mode_known', "mode IN ('full', 'partial')")
@Check('imports_outcome_known', "outcome IN ('running', 'done', 'failed')")
@Index('imports_by_network', { synchronize: false })
@Index('imports_by_outcome', { synchronize: false })
@Index('imports_running', { synchronize: false })
export class Import {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  /** `networks` or `programs`. */
  @Column('text')
  subject: string;

  /** Name of the network whose programs were imported. */
  @Column({ type: 'text', nullable: true })
  network: string | null;

  @Column('text')
  file: string;

  /** `full` or `partial`; null for an import of networks. */
  @Column({ type: 'text', nullable: true })
  mode: string | null;

  @Column({ type: 'timestamptz', name: 'started_at', precision: 3, default: () => 'now()' })
  startedAt: Date;

  @Column({ type: 'timestamptz', name: 'finished_at', precision: 3, nullable: true })
  finishedAt: Date | null;

  @Column({ type: 'text', default: 'running' })
  outcome: string;

  /** Why the import failed. */
  @Column({ type: 'text', nullable: true })
  reason: string | null;

  @Column({ type: 'integer', default: 0 })
  read: number;

  @Column({ type: 'integer', default: 0 })
  created: number;

  @Column({ type: 'integer', default: 0 })
  updated: number;

  @Column({ type: 'integer', default: 0 })
  unchanged: number;

  @Column({ type: 'integer', default: 0 })
  reopened: number;

  @Column({ type: 'integer', default: 0 })
  closed: number;

  @Column({ type: 'integer', default: 0 })
  rejected: number;
}
