import type { ToolAnnotations } from '@modelcontextprotocol/sdk/types.js';
import type Joi from 'joi';
import type { Scope } from '../domain/scope.ts';

/** What a tool is given beside its input. */
export interface ToolContext {
  /** Of the credential that opened the session. */
  scope: Scope;
  /** Aborts when the client cancels the request or goes away. */
  signal: AbortSignal;
  /** Undefined when the client asked for none. */
  reportProgress: ((progress: { seconds: number; of: number; message: string }) => void) | undefined;
}

/** A tool with its contract: the same joi schemas check its input and tell the model what it takes and gives. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  /** What a token must have to use it, and to be shown it. */
  scope: Scope;
  input: Joi.ObjectSchema;
  output: Joi.ObjectSchema;
  annotations: ToolAnnotations;
  run(input: unknown, context: ToolContext): Promise<object>;
}

/** Gives the checked input its type; `Input` must be what `input` lets through. */
export function defineTool<Input>(
  tool: Omit<Tool, 'run'> & { run(input: Input, context: ToolContext): Promise<object> },
): Tool {
  return { ...tool, run: (input, context) => tool.run(input as Input, context) };
}
