import { type DynamicModule, Module } from '@nestjs/common';
import { type Config } from '../config/config.js';
import { EdgeModule } from '../http/edge.module.js';
import { MatchingModule } from '../matching/matching.module.js';
import { NetworksModule } from '../networks/networks.module.js';
import { ProgramsModule } from '../programs/programs.module.js';
import { McpController } from './mcp.controller.js';
import { McpService } from './mcp.service.js';
import { McpTools } from './mcp-tools.js';

/** The server for assistants; empty with `MCP=off`. */
@Module({})
export class McpModule {
  static with({ mcp }: Config): DynamicModule {
    if (!mcp) return { module: McpModule };
    return {
      module: McpModule,
      imports: [EdgeModule, MatchingModule, NetworksModule, ProgramsModule],
      controllers: [McpController],
      providers: [McpService, McpTools],
    };
  }
}
