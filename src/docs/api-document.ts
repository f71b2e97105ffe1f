import { type INestApplication, Inject, Injectable } from '@nestjs/common';
import { type OpenAPIObject } from '@nestjs/swagger';
import { CONFIG, type Config } from '../config/config.js';
import { type PreparedResponse, JSON_CONTENT_TYPE } from '../http/prepared-response.js';
import { describeApi } from './document.js';
import { keptAnswer } from './kept-answer.js';

/** The OpenAPI document, built once. */
@Injectable()
export class ApiDocument {
  content!: OpenAPIObject;
  answer!: PreparedResponse;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** Must be called once all controllers are there. */
  describe(app: INestApplication): void {
    this.content = describeApi(app, this.config.publicUrl);
    this.answer = keptAnswer(JSON_CONTENT_TYPE, Buffer.from(JSON.stringify(this.content)));
  }
}
