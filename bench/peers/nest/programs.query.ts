import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
} from 'class-validator';

const SORTS = ['id', 'name', 'createdAt', 'updatedAt', 'networkId', 'networkProgramId', 'primaryUrl'];

export class ListQuery {
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(2_147_483_647)
  page = 1;

  @IsOptional()
  @IsIn(SORTS.flatMap((sort) => [sort, `-${sort}`]))
  sort = 'id';
}

export class BatchBody {
  @IsArray()
  @ArrayMaxSize(100)
  @IsString({ each: true })
  @MaxLength(2048, { each: true })
  urls!: string[];
}
