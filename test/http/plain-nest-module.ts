import { Readable } from 'node:stream';
import {
  BadGatewayException,
  BadRequestException,
  Body,
  type CallHandler,
  type CanActivate,
  ConflictException,
  Controller,
  Delete,
  type ExecutionContext,
  ForbiddenException,
  Get,
  GoneException,
  Header,
  HttpCode,
  HttpException,
  Injectable,
  InternalServerErrorException,
  Module,
  type NestInterceptor,
  NotFoundException,
  Param,
  ParseArrayPipe,
  ParseIntPipe,
  Patch,
  Post,
  Put,
  Query,
  Redirect,
  Req,
  Res,
  ServiceUnavailableException,
  Sse,
  StreamableFile,
  UnauthorizedException,
  UploadedFile,
  UseGuards,
  UseInterceptors,
  VERSION_NEUTRAL,
} from '@nestjs/common';
import { FileInterceptor } from '@nestjs/platform-express';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsDate,
  IsDefined,
  IsInt,
  IsISO31661Alpha2,
  IsObject,
  IsOptional,
  IsString,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { type Request, type Response } from 'express';
import { map, type Observable, of, throwError } from 'rxjs';

/** A module as the documentation of Nest teaches it: nothing in it knows this program. */
class Filter {
  @IsISO31661Alpha2()
  country: string;

  @IsOptional()
  @Type(() => Date)
  @IsDate()
  since?: Date;
}

class Recipient {
  @IsString()
  name: string;

  @IsOptional()
  @ValidateNested()
  @Type(() => Filter)
  filter?: Filter;
}

class CreateReport {
  @IsString()
  title: string;

  @IsDefined()
  @ValidateNested()
  @Type(() => Filter)
  filter: Filter;

  @IsOptional()
  @ArrayMaxSize(10)
  @ValidateNested({ each: true })
  @Type(() => Recipient)
  recipients?: Recipient[];

  @IsOptional()
  @IsObject()
  options?: Record<string, unknown>;
}

class ChangeReport {
  @IsString()
  title: string;
}

class ReportsQuery {
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(100)
  limit?: number;

  @IsOptional()
  @IsString({ each: true })
  tag?: string[];
}

@Injectable()
class OnlyInTheMorning implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { headers } = context.switchToHttp().getRequest<Request>();
    if (headers['x-hour'] === undefined) throw new ForbiddenException('Reports are made in the morning');
    return Number(headers['x-hour']) < 12;
  }
}

@Injectable()
class InEnvelope implements NestInterceptor {
  intercept(_: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(map((data: unknown) => ({ data })));
  }
}

const EXCEPTIONS: Record<string, () => unknown> = {
  badRequest: () => new BadRequestException('The period has ended'),
  badRequests: () => new BadRequestException(['title is taken', 'owner is unknown']),
  unauthorized: () => new UnauthorizedException('Sign in again'),
  forbidden: () => new ForbiddenException('Your plan has no access to reports'),
  forbiddenWithoutMessage: () => new ForbiddenException(),
  notFound: () => new NotFoundException('There is no such report'),
  notFoundWithoutMessage: () => new NotFoundException(),
  conflict: () => new ConflictException({ message: 'It changed', code: 7 }),
  gone: () => new GoneException(),
  teapot: () => new HttpException('Short and stout', 418),
  custom: () => new HttpException({ code: 7 }, 422),
  internal: () => new InternalServerErrorException('The report was lost'),
  badGateway: () => new BadGatewayException('The printer is out of paper'),
  unavailable: () => new ServiceUnavailableException('Back in a minute'),
  wrapping: () => new BadGatewayException(new Error('SELECT secret')),
  error: () => new Error('SELECT secret FROM inside'),
  library: () => Object.assign(new Error('out of SELECT'), { status: 418, expose: false }),
  text: () => 'SELECT secret',
  nothing: () => undefined,
};

@Controller({ path: 'reports', version: VERSION_NEUTRAL })
class ReportsController {
  @Get()
  list(@Query() query: ReportsQuery) {
    return { ...query, type: typeof query.limit };
  }

  @Get('large')
  large() {
    return { text: 'report '.repeat(1000) };
  }

  @Get('text')
  text(): string {
    return 'A report';
  }

  @Get('csv')
  @Header('Content-Type', 'text/csv')
  @Header('Cache-Control', 'public, max-age=60')
  csv(): string {
    return 'id,title\r\n1,First\r\n';
  }

  @Get('nothing')
  nothing(): void {
    // An empty response.
  }

  @Get('null')
  null(): null {
    return null;
  }

  @Get('promise')
  promise(): Promise<object> {
    return Promise.resolve({ later: true });
  }

  @Get('observable')
  observable(): Observable<object> {
    return of({ first: true }, { last: true });
  }

  @Get('failing-observable')
  failingObservable(): Observable<object> {
    return throwError(() => new ForbiddenException('Not this one'));
  }

  @Get('stream')
  stream(): StreamableFile {
    return new StreamableFile(Readable.from(['one ', 'two ', 'three']), {
      type: 'text/plain',
      disposition: 'inline',
    });
  }

  @Get('broken-stream')
  brokenStream(): StreamableFile {
    const source = new Readable({ read: () => undefined });
    source.push('one ');
    setTimeout(() => source.destroy(new Error('SELECT secret')), 50);
    return new StreamableFile(source, { type: 'text/plain' });
  }

  @Sse('events')
  events(): Observable<{ data: object }> {
    return of({ data: { event: 1 } }, { data: { event: 2 } });
  }

  @Get('redirect')
  @Redirect('/reports', 302)
  redirect(): void {
    // The decorator says where.
  }

  @Get('passthrough')
  passthrough(@Res({ passthrough: true }) response: Response): object {
    response.status(202).set('X-Report', '7').cookie('seen', 'yes');
    return { accepted: true };
  }

  @Get('own-response')
  ownResponse(@Res() response: Response): void {
    response.status(203).json({ text: 'own '.repeat(500) });
  }

  @Get('own-end')
  ownEnd(@Res() response: Response): void {
    response.writeHead(200, { 'Content-Type': 'text/plain' });
    response.write('own ');
    response.end('bytes');
  }

  @Get('etag')
  @Header('ETag', '"seven"')
  etag(): object {
    return { etag: 7 };
  }

  @Get('guarded')
  @UseGuards(OnlyInTheMorning)
  guarded(): object {
    return { guarded: true };
  }

  @Get('enveloped')
  @UseInterceptors(InEnvelope)
  enveloped(): object {
    return { enveloped: true };
  }

  @Get('throws/:name')
  @Header('Content-Type', 'text/csv')
  @Header('Cache-Control', 'public, max-age=60')
  throws(@Param('name') name: string): never {
    throw EXCEPTIONS[name]!();
  }

  @Get('unserializable')
  unserializable(): object {
    const report: Record<string, unknown> = {};
    report.self = report;
    return report;
  }

  @Get(':id')
  find(@Param('id', ParseIntPipe) id: number): object {
    if (id === 7) throw new NotFoundException('There is no report 7');
    return { id };
  }

  @Post()
  create(@Body() body: CreateReport) {
    return {
      title: body.title,
      classes: [body, body.filter, ...(body.recipients ?? [])].map((each) => each.constructor.name),
      since: body.filter.since instanceof Date ? body.filter.since.getTime() : null,
      options: body.options ?? null,
    };
  }

  @Post('many')
  @HttpCode(202)
  createMany(@Body(new ParseArrayPipe({ items: ChangeReport })) bodies: ChangeReport[]) {
    return bodies.map((body) => [body.constructor.name, body.title]);
  }

  @Post('title')
  title(@Body('title') title: string): object {
    return { title };
  }

  @Post('untyped')
  untyped(@Body() body: unknown): object {
    return { body };
  }

  @Post('action')
  action(): object {
    return { done: true };
  }

  @Post('raw')
  async raw(@Req() request: Request): Promise<object> {
    let length = 0;
    for await (const chunk of request) length += (chunk as Buffer).length;
    return { length };
  }

  @Post('file')
  @UseInterceptors(FileInterceptor('file'))
  file(@UploadedFile() file: { originalname: string; size: number }, @Body() body: ChangeReport): object {
    return { name: file.originalname, size: file.size, title: body.title };
  }

  @Patch(':id')
  change(@Param('id', ParseIntPipe) id: number, @Body() body: ChangeReport): object {
    return { id, title: body.title };
  }

  @Put(':id')
  replace(@Param('id', ParseIntPipe) id: number, @Body() body: ChangeReport): object {
    return { id, title: body.title };
  }

  @Delete(':id')
  @HttpCode(204)
  remove(): void {
    // 204 has no body.
  }
}

@Module({ controllers: [ReportsController] })
export class ReportsModule {}
