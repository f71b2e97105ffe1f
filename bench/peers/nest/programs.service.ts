import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type FindManyOptions, In, Repository } from 'typeorm';
import { hostName } from '../../../src/hosts/host-name.js';
import { Program } from '../../../src/programs/program.entity.js';
import { ProgramDto } from './program.dto.js';
import { type ListQuery } from './programs.query.js';

const PAGE_SIZE = 50;
const STATE_HOLDS_MS = 500;

interface DirectoryState {
  version: string;
  active: string;
}

export interface PageOfPrograms {
  programs: ProgramDto[];
  version: string;
  /** All programs of the list, on whichever page. */
  total: number;
  more: boolean;
}

@Injectable()
export class ProgramsService {
  private known: DirectoryState = { version: '', active: '' };
  private askAgainAt = 0;

  constructor(@InjectRepository(Program) private readonly repository: Repository<Program>) {}

  async page({ page, sort }: ListQuery, urls: string[] = []): Promise<PageOfPrograms> {
    const direction = sort.startsWith('-') ? 'DESC' : 'ASC';
    const hosts = urls.map(hostName).filter((host) => host !== undefined);
    const { version, active } = await this.state();
    const options: FindManyOptions<Program> = {
      where: { status: true, ...(urls.length > 0 && { primaryUrl: In(hosts) }) },
      order: { [sort.replace('-', '')]: direction, id: direction },
      skip: (page - 1) * PAGE_SIZE,
      take: PAGE_SIZE + 1,
    };
    const [found, total] =
      urls.length > 0
        ? await this.repository.findAndCount(options)
        : [await this.repository.find(options), Number(active)];
    return {
      programs: found.slice(0, PAGE_SIZE).map((program) => ProgramDto.from(program)),
      version,
      total,
      more: found.length > PAGE_SIZE,
    };
  }

  /** Read only now and then, which is more than a repository can promise and in this peer's favour. */
  private async state(): Promise<DirectoryState> {
    if (Date.now() > this.askAgainAt) {
      const [row] = await this.repository.query<[DirectoryState]>(
        `SELECT number AS version, (SELECT sum(count_programs_active) FROM networks) AS active
           FROM versions WHERE subject = 'directory'`,
      );
      this.known = row;
      this.askAgainAt = Date.now() + STATE_HOLDS_MS;
    }
    return this.known;
  }
}
