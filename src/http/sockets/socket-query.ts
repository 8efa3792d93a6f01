import { parse, type ParsedUrlQuery } from 'node:querystring';
import type { IncomingMessage } from 'node:http';

/** The query of an upgrade, unchecked: a parameter that is given twice is a list, which `validateQuery` refuses. */
export function queryOf(request: IncomingMessage): ParsedUrlQuery {
  const url = request.url ?? '/';
  const question = url.indexOf('?');
  return parse(question < 0 ? '' : url.slice(question + 1));
}
