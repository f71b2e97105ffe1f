import { Injectable } from '@nestjs/common';
import { type ListToolsResult } from '@modelcontextprotocol/server';
import { MatchingService } from '../matching/matching.service.js';
import { networkList } from '../networks/network.list.js';
import { NetworksV1Query } from '../networks/networks.query.js';
import { NetworksService } from '../networks/networks.service.js';
import { programList } from '../programs/program.list.js';
import { ProgramsV1Query } from '../programs/programs.query.js';
import { ProgramsService } from '../programs/programs.service.js';
import { rejectUnknown } from './arguments.js';
import { type Arguments, type Tool } from './tool.js';
import { getProgramTool } from './tools/get-program.tool.js';
import { listChangesTool } from './tools/list-changes.tool.js';
import { listTool } from './tools/list-tool.js';
import { matchUrlsTool } from './tools/match-urls.tool.js';

/** The tools of the MCP server, by name. */
@Injectable()
export class McpTools {
  private readonly tools: ReadonlyMap<string, Tool>;

  constructor(networks: NetworksService, programs: ProgramsService, matching: MatchingService) {
    const tools = [
      listTool({
        name: 'list_networks',
        title: 'List affiliate networks',
        description:
          'The affiliate networks of the directory, such as the one that runs a program: name, website, number of active programs, address. Use search_programs for the programs themselves.',
        list: networkList,
        query: NetworksV1Query,
        read: (query, options) => networks.list(query, options),
      }),
      listTool({
        name: 'search_programs',
        title: 'Search affiliate programs',
        description:
          'Active affiliate programs of all networks: an advertiser (`name`, `primaryUrl`) in a network (`networkName`), with the countries where it is available and the page to register at. Filters combine: all of them must match. Without filters it lists every program. Use match_urls to look up several websites at once.',
        list: programList,
        query: ProgramsV1Query,
        read: (query, options) => programs.list(query, options),
      }),
      getProgramTool(programs),
      matchUrlsTool(matching),
      listChangesTool(programs, networks),
    ];
    this.tools = new Map(tools.map((tool) => [tool.name, tool]));
  }

  /** What `tools/list` returns. */
  get descriptions(): ListToolsResult['tools'] {
    return [...this.tools.values()].map((tool) => ({
      name: tool.name,
      title: tool.title,
      description: tool.description,
      inputSchema: tool.inputSchema,
      outputSchema: tool.outputSchema,
      annotations: { readOnlyHint: true, openWorldHint: false },
    })) as ListToolsResult['tools'];
  }

  has(name: string): boolean {
    return this.tools.has(name);
  }

  /** Calls a tool that there is. @throws ToolError, or an exception of the services. */
  call(name: string, args: Arguments): Promise<string> {
    const tool = this.tools.get(name)!;
    rejectUnknown(args, Object.keys(tool.inputSchema.properties));
    return tool.call(args);
  }
}
