#!/usr/bin/env node
import { loadEnvFile } from '../config/env-file.js';
import { forgiveUnreadOutput } from './output.js';
import { runCommand } from './run-command.js';

forgiveUnreadOutput();
loadEnvFile();
process.exitCode = await runCommand(process.argv.slice(2));
// One that was interrupted may still wait for what it was to read.
process.stdin.destroy();
