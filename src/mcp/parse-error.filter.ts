import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import { PARSE_ERROR } from '@modelcontextprotocol/server';
import { type Response } from 'express';
import { InvalidRequestException } from '../http/exceptions.js';

/** Responds to a body that is not JSON with an error of JSON-RPC. */
@Catch(InvalidRequestException)
export class ParseErrorFilter implements ExceptionFilter<InvalidRequestException> {
  catch({ details }: InvalidRequestException, host: ArgumentsHost): void {
    const error = { code: PARSE_ERROR, message: details.map(({ message }) => message).join('; ') };
    const response = host.switchToHttp().getResponse<Response>();
    response.status(400).set('Cache-Control', 'no-store').json({ jsonrpc: '2.0', id: null, error });
  }
}
