/** The limit: hands out one answer that it was given, and looks at nothing. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const { status, fields, body } = JSON.parse(readFileSync(process.env.ANSWER!, 'utf8')) as {
  status: number;
  fields: string[];
  body: string;
};
const bytes = status === 304 ? undefined : Buffer.from(body);

createServer((_request, response) => {
  response.writeHead(status, fields);
  response.end(bytes);
}).listen(Number(process.env.PORT), process.env.HOST);
