import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from 'mcp-sdk-v1/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from 'mcp-sdk-v1/client/streamableHttp.js';

/** What a tool returned to a client. */
export interface ToolResult {
  content: { type: string; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

/** A connected client, as the tests use it. */
export interface Assistant {
  tools: () => Promise<{ name: string; inputSchema: object; outputSchema?: object | undefined }[]>;
  call: (name: string, args?: Record<string, unknown>) => Promise<ToolResult>;
  close: () => Promise<void>;
}

const IMPLEMENTATION = { name: 'test', version: '1.0.0' };

function assistantOf(client: Client | ClientV1): Assistant {
  return {
    tools: async () => (await client.listTools()).tools,
    call: async (name, args = {}) => (await client.callTool({ name, arguments: args })) as ToolResult,
    close: () => client.close(),
  };
}

/** Connects with the header fields that have the key. */
type Connect = (url: string, headers: Record<string, string>) => Promise<Assistant>;

/** The clients of the SDK: of its previous major, and of the current one by the old and the new protocol. */
export const connectBy: Record<string, Connect> = {
  async 'SDK 1'(url, headers) {
    const client = new ClientV1(IMPLEMENTATION);
    await client.connect(new TransportV1(new URL(url), { requestInit: { headers } }));
    return assistantOf(client);
  },
  'SDK 2, protocol of 2025': (url, headers) => connectV2(url, headers, 'legacy'),
  'SDK 2, protocol of 2026': (url, headers) => connectV2(url, headers, 'auto'),
};

async function connectV2(url: string, headers: Record<string, string>, mode: 'legacy' | 'auto') {
  const client = new Client(IMPLEMENTATION, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  return assistantOf(client);
}
