#!/usr/bin/env node
import { loadEnvFile } from '../config/env-file.js';
import { ignoreBrokenPipe } from './output.js';
import { runCommand } from './run-command.js';

ignoreBrokenPipe();
loadEnvFile();
process.exitCode = await runCommand(process.argv.slice(2));
// An interrupted command may still wait for input.
process.stdin.destroy();
