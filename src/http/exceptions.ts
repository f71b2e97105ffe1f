import {
  BadRequestException,
  HttpException,
  HttpStatus,
  PayloadTooLargeException,
  ServiceUnavailableException,
  UnsupportedMediaTypeException,
} from '@nestjs/common';

/** What is wrong with one field of a request. */
export interface ErrorDetail {
  /** The name of the parameter or field; of a nested field its path, such as `filter.country`. */
  field: string;
  message: string;
}

/** 400 with the problem of each invalid field. */
export class InvalidRequestException extends BadRequestException {
  constructor(readonly details: ErrorDetail[]) {
    super({ details });
  }
}

/** 413: the body is larger than the server reads. */
export class BodyTooLargeException extends PayloadTooLargeException {
  constructor() {
    super('Body too large');
  }
}

/** 415: the `Content-Type` is not JSON. */
export class NotJsonException extends UnsupportedMediaTypeException {
  constructor() {
    super('Expected application/json');
  }
}

/** 429: over the rate of the client's plan. */
export class RateLimitExceededException extends HttpException {
  constructor() {
    super('Too many requests', HttpStatus.TOO_MANY_REQUESTS);
  }
}

/** 503: more concurrent requests than the server works on. */
export class OverloadedException extends ServiceUnavailableException {
  constructor() {
    super('Temporarily unavailable');
  }
}

/** 415: the `Content-Encoding` is none that the server decodes. */
export class UnsupportedEncodingException extends UnsupportedMediaTypeException {
  /** @param allowed those that it decodes. */
  constructor(allowed: readonly string[]) {
    super(`Content-Encoding must be ${allowed.join(', ')} or identity`);
  }
}
