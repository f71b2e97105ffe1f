import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { IsArray, IsString, MaxLength } from 'class-validator';
import { MAX_URL_LENGTH } from '../listing/filter-types.js';

/** Maximum number of URLs in a batch. */
export const MAX_URLS = 100;

@ApiSchema({ name: 'Batch' })
export class BatchBody {
  @ApiProperty({
    description: 'Host names or URLs. An empty array is no filter: all active programs are listed.',
    type: 'array',
    items: { type: 'string', maxLength: MAX_URL_LENGTH },
    maxItems: MAX_URLS,
    example: ['tidewrack.example', 'https://www.quillstone.example/shop'],
  })
  @MaxLength(MAX_URL_LENGTH, {
    each: true,
    message: `each of urls must be at most ${MAX_URL_LENGTH} characters`,
  })
  @IsString({ each: true, message: 'urls must be an array of strings' })
  @IsArray({ message: 'urls must be an array of strings' })
  urls: string[];
}
