import { Injectable } from '@nestjs/common';
import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { type RequestContext } from '../http/request-context.js';
import { RequestFailureLog } from '../http/request-failure-log.js';
import { type PreparedResponse } from '../http/prepared-response.js';
import { McpTools } from './mcp-tools.js';
import { type Arguments } from './tool.js';
import { toolFailureOf } from './tool-failure.js';
import { toPreparedResponse, toWebRequest } from './web-messages.js';

const IMPLEMENTATION = {
  name: 'affiliate-program-directory',
  title: 'Affiliate Program Directory',
  version: '1.0.0',
};
const INSTRUCTIONS =
  'A read-only directory of affiliate networks and their programs. A program is the offer of one advertiser in one network; an advertiser may have programs in several networks.';

/** The MCP server: each request is answered by an instance of its own, in JSON. */
@Injectable()
export class McpService {
  constructor(
    private readonly tools: McpTools,
    private readonly failures: RequestFailureLog,
  ) {}

  /** @param body parsed JSON of any shape. */
  async respond(context: RequestContext, body: unknown): Promise<PreparedResponse> {
    const request = toWebRequest(context.request);
    // Versions of the protocol from before 2026 begin with `initialize`.
    const response = (await isLegacyRequest(request, body))
      ? await this.respondToLegacy(context, request, body)
      : await this.respondToCurrent(context, request, body);
    return toPreparedResponse(response);
  }

  private respondToCurrent(context: RequestContext, request: Request, body: unknown): Promise<Response> {
    const handler = createMcpHandler(() => this.serverFor(context), {
      legacy: 'reject',
      // A subscription would be a stream; there is nothing to subscribe to.
      maxSubscriptions: 0,
    });
    return handler.fetch(request, { parsedBody: body });
  }

  private async respondToLegacy(context: RequestContext, request: Request, body: unknown): Promise<Response> {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: undefined,
      enableJsonResponse: true,
    });
    await this.serverFor(context).connect(transport);
    return transport.handleRequest(request, { parsedBody: body });
  }

  private serverFor(context: RequestContext): Server {
    const server = new Server(IMPLEMENTATION, { capabilities: { tools: {} }, instructions: INSTRUCTIONS });
    server.setRequestHandler('tools/list', () => ({ tools: this.tools.descriptions }));
    server.setRequestHandler('tools/call', ({ params }) => this.call(context, params.name, params.arguments));
    return server;
  }

  private async call(context: RequestContext, name: string, args: Arguments = {}) {
    if (!this.tools.has(name))
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name.slice(0, 100)}`);
    context.tool = name;
    try {
      const text = await this.tools.call(name, args);
      return {
        content: [{ type: 'text' as const, text }],
        structuredContent: JSON.parse(text) as Record<string, unknown>,
      };
    } catch (error) {
      const { message, status } = toolFailureOf(error);
      if (status !== undefined) this.failures.record(context, status, error);
      return { content: [{ type: 'text' as const, text: message }], isError: true };
    }
  }
}
