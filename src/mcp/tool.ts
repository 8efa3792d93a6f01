import type { ToolAnnotations } from '@modelcontextprotocol/sdk/types.js';
import type Joi from 'joi';
import type { Scope } from '../domain/scope.ts';

/** What a tool gets in addition to its input. */
export interface ToolContext {
  /** The scope of the credential that opened the session. */
  scope: Scope;
  /** Aborts when the client cancels the request or disconnects. */
  signal: AbortSignal;
  /** Undefined when the client did not ask for progress. */
  reportProgress: ((progress: { seconds: number; of: number; message: string }) => void) | undefined;
}

/** A tool and its contract: the same joi schemas validate its input and describe it to the model. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  /** The scope a token needs to see and use it. */
  scope: Scope;
  input: Joi.ObjectSchema;
  output: Joi.ObjectSchema;
  annotations: ToolAnnotations;
  run(input: unknown, context: ToolContext): Promise<object>;
}

/** Gives the validated input its type; `Input` must match what `input` accepts. */
export function defineTool<Input>(
  tool: Omit<Tool, 'run'> & { run(input: Input, context: ToolContext): Promise<object> },
): Tool {
  return { ...tool, run: (input, context) => tool.run(input as Input, context) };
}
