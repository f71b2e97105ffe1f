import { describeClient } from './clients.js';
import { languages } from './languages.js';

describeClient('Python', languages.python);
describeClient('shell', languages.shell);
