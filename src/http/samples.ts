import type { ApiRoute, RouteSample } from './api-route.ts';
import type { OpenApi } from './openapi.ts';
import { pathInOpenApi } from './openapi.ts';

/**
 * The description with what can be sent now. Only an operation that reads is offered the id of something that exists: somebody who tries a
 * `DELETE` takes an id in a reference page for made up.
 */
export async function withSamples(described: OpenApi, routes: readonly ApiRoute[]): Promise<OpenApi> {
  const document = structuredClone(described);
  /** The routes of one resource share theirs. */
  const asked = new Map<() => Promise<RouteSample>, Promise<RouteSample>>();
  const askOnce = (sample: () => Promise<RouteSample>): Promise<RouteSample> => {
    const answer = asked.get(sample) ?? sample().catch(() => ({})); // the database is away
    asked.set(sample, answer);
    return answer;
  };
  await Promise.all(
    routes.map(async (route) => {
      if (route.sample === undefined) return;
      const { params = {}, body } = await askOnce(route.sample);
      const operation = document.paths[pathInOpenApi(route.path)]?.[route.method];
      for (const parameter of operation?.parameters ?? [])
        if (parameter.in === 'path' && params[parameter.name] !== undefined)
          parameter['example'] = params[parameter.name];
      const content = operation?.requestBody?.content['application/json'];
      if (content !== undefined && body !== undefined) content['example'] = body;
    }),
  );
  return document;
}
