import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { AppError, describeError } from '../../domain/errors.ts';

/** The files of a streaming model, as sherpa-onnx's configuration names them. */
export interface SherpaModel {
  tokens: string;
  transducer?: { encoder: string; decoder: string; joiner: string };
  zipformer2Ctc?: { model: string };
}

/**
 * Finds the files of a model folder as k2-fsa publishes them: tokens.txt with encoder*.onnx, decoder*.onnx and joiner*.onnx of a
 * transducer, or with model*.onnx or ctc*.onnx of a zipformer2 CTC model. The int8 version of a file is preferred, except for the
 * decoder, which is small and loses accuracy by it (k2-fsa.github.io/sherpa/onnx/pretrained_models).
 *
 * @throws AppError `unavailable`
 */
export async function findSherpaModel(folder: string): Promise<SherpaModel> {
  const names = await readdir(folder).catch((cause: unknown) => {
    throw refusal(folder, `cannot be read: ${describeError(cause)}`, cause);
  });
  if (!names.includes('tokens.txt')) throw refusal(folder, 'holds no model: tokens.txt is missing');
  const pick = (start: RegExp, isLight: boolean): string | undefined => {
    const found = names.filter((name) => start.test(name) && name.endsWith('.onnx')).sort();
    const light = found.filter((name) => name.endsWith('.int8.onnx'));
    const full = found.filter((name) => !name.endsWith('.int8.onnx'));
    const [several] = [light, full].filter(({ length }) => length > 1);
    if (several !== undefined) throw refusal(folder, `holds more than one model: ${several.join(', ')}`);
    const name = (isLight ? light[0] : full[0]) ?? found[0];
    return name === undefined ? undefined : path.join(folder, name);
  };
  const tokens = path.join(folder, 'tokens.txt');
  const [encoder, decoder, joiner] = [pick(/^encoder/, true), pick(/^decoder/, false), pick(/^joiner/, true)];
  if (encoder !== undefined && decoder !== undefined && joiner !== undefined)
    return { tokens, transducer: { encoder, decoder, joiner } };
  const model = encoder === undefined ? pick(/^(?:model|ctc)/, true) : undefined;
  if (model !== undefined) return { tokens, zipformer2Ctc: { model } };
  throw refusal(
    folder,
    'holds no streaming model: encoder*.onnx, decoder*.onnx and joiner*.onnx, or model.onnx, belong beside tokens.txt',
  );
}

function refusal(folder: string, what: string, cause?: unknown): AppError {
  return new AppError('unavailable', `STT_MODEL_DIR ${folder} ${what}`, { cause });
}
