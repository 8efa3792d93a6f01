import type { ApiRoute, RouteSample } from './api-route.ts';
import type { OpenApi } from './openapi.ts';
import { pathInOpenApi } from './openapi.ts';

/** What can be sent now, by route. */
export type Samples = readonly (readonly [ApiRoute, RouteSample])[];

export function askSamples(routes: readonly ApiRoute[]): Promise<Samples> {
  /** The routes of one resource share theirs. */
  const asked = new Map<() => Promise<RouteSample>, Promise<RouteSample>>();
  const askOnce = (sample: () => Promise<RouteSample>): Promise<RouteSample> => {
    const answer = asked.get(sample) ?? sample().catch(() => ({})); // the database is away
    asked.set(sample, answer);
    return answer;
  };
  return Promise.all(
    routes.flatMap((route) =>
      route.sample === undefined ? [] : [askOnce(route.sample).then((sample) => [route, sample] as const)],
    ),
  );
}

/**
 * The description with what can be sent now. Only an operation that reads is offered the id of something that exists: somebody who tries a
 * `DELETE` assumes that an id on a reference page is made up.
 */
export function withSamples(described: OpenApi, samples: Samples): OpenApi {
  const document = structuredClone(described);
  for (const [route, { params = {}, body }] of samples) {
    const operation = document.paths[pathInOpenApi(route.path)]?.[route.method];
    for (const parameter of operation?.parameters ?? [])
      if (parameter.in === 'path' && params[parameter.name] !== undefined)
        parameter['example'] = params[parameter.name];
    const content = operation?.requestBody?.content['application/json'];
    if (content !== undefined && body !== undefined) content['example'] = body;
  }
  return document;
}
