import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';
import { hostName } from '../../../src/hosts/host-name.js';
import { Program } from '../../../src/programs/program.entity.js';
import { ProgramDto } from './program.dto.js';
import { type ListQuery } from './programs.query.js';

const PAGE_SIZE = 50;
const VERSION_HOLDS_MS = 500;

export interface PageOfPrograms {
  programs: ProgramDto[];
  version: string;
  more: boolean;
}

@Injectable()
export class ProgramsService {
  private known = '';
  private askAgainAt = 0;

  constructor(@InjectRepository(Program) private readonly repository: Repository<Program>) {}

  async page({ page, sort }: ListQuery, urls: string[] = []): Promise<PageOfPrograms> {
    const direction = sort.startsWith('-') ? 'DESC' : 'ASC';
    const hosts = urls.map(hostName).filter((host) => host !== undefined);
    const version = await this.version();
    const found = await this.repository.find({
      where: { status: true, ...(urls.length > 0 && { primaryUrl: In(hosts) }) },
      order: { [sort.replace('-', '')]: direction, id: direction },
      skip: (page - 1) * PAGE_SIZE,
      take: PAGE_SIZE + 1,
    });
    return {
      programs: found.slice(0, PAGE_SIZE).map((program) => ProgramDto.from(program)),
      version,
      more: found.length > PAGE_SIZE,
    };
  }

  /** Read only now and then, which is more than a repository can promise and in this peer's favour. */
  private async version(): Promise<string> {
    if (Date.now() > this.askAgainAt) {
      const [row] = await this.repository.query<[{ number: string }]>(
        `SELECT number FROM versions WHERE subject = 'directory'`,
      );
      this.known = row.number;
      this.askAgainAt = Date.now() + VERSION_HOLDS_MS;
    }
    return this.known;
  }
}
