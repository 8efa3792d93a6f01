import type { GetPromptResult, Prompt } from '@modelcontextprotocol/sdk/types.js';
import Joi from 'joi';
import { validateArguments } from '../contract/validate.ts';
import { filledLine, phoneNumber } from '../contract/values.ts';

const input = Joi.object({
  number: phoneNumber().required(),
  purpose: filledLine(1000).required(),
  device: filledLine(100),
});

export const callAndWaitPrompt: Prompt = {
  name: 'call_and_wait_for_a_person',
  title: 'Call and wait for a person',
  description: 'Calls a company, waits on hold and rings your phone when a live person answers.',
  arguments: [
    { name: 'number', description: 'the number in international format, +12025550100', required: true },
    { name: 'purpose', description: 'what the call is about', required: true },
    { name: 'device', description: 'the phone to ring: its id, type or name; the default order if absent' },
  ],
};

/** @throws AppError `invalid`, naming the argument. */
export function fillCallAndWait(given: unknown): GetPromptResult {
  const { number, purpose, device } = validateArguments<{ number: string; purpose: string; device?: string }>(
    input,
    given ?? {},
  );
  const phone = device === undefined ? 'my phone' : `my device ${JSON.stringify(device)}`;
  const text = `Please call ${number} for me and ring ${phone} when a live person answers. What it is about: ${purpose}

1. gateway_status: if calls cannot be placed, tell me why and stop.
2. list_devices: if none is online, tell me before you continue.
3. list_call_flows: if one fits this number, use its id.
4. make_call with mode "hold_slayer", the number, what it is about as intent${device === undefined ? '' : ', the device'}.
5. wait_for_call repeatedly, each time with the status and event_id you saw last as last_status and last_event_id. Tell me in one short line whenever the status changes; do not tell me that nothing changed. If menu_ask is not null, tell me what the menu asks for, and press my answer with send_dtmf.
6. If I say that it is a recording and not a person, use resume_hold and keep waiting.
7. Stop when the status is connected, ended or failed, and tell me how it ended. Do not call again without asking me.`;
  return {
    description: callAndWaitPrompt.description,
    messages: [{ role: 'user', content: { type: 'text', text } }],
  };
}
