#!/usr/bin/env node
import { loadEnvFile } from '../config.js';
import { runCommand } from './run-command.js';

loadEnvFile();
process.exitCode = await runCommand(process.argv.slice(2));
