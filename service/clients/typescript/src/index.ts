/** A client for services of Ludex, with types from the OpenAPI document. */

import type { components, paths } from "./openapi.js";

export type Schemas = components["schemas"];
export type Problem = Schemas["Problem"];

type Method = "get" | "post" | "patch" | "delete";

/** The paths that accept an HTTP method. */
export type PathsOf<M extends Method> = {
  [P in keyof paths]: paths[P][M] extends { responses: unknown } ? P : never;
}[keyof paths];

type Operation<P extends keyof paths, M extends Method> = NonNullable<paths[P][M]>;
type Json<T> = T extends { content: { "application/json": infer Content } } ? Content : never;
type Body<O> = O extends { requestBody: infer B } ? { body: Json<B> } : { body?: never };
type Parameters<O, Place extends "path" | "query"> = O extends { parameters: { [K in Place]: infer Values } }
  ? { [K in Place]: Values }
  : O extends { parameters: { [K in Place]?: infer Values } }
    ? { [K in Place]?: Exclude<Values, undefined> }
    : unknown;

/** The path parameters, the query and the body of an operation, and a signal that aborts the request. */
export type Options<P extends keyof paths, M extends Method> = Parameters<Operation<P, M>, "path"> &
  Parameters<Operation<P, M>, "query"> &
  Body<Operation<P, M>> & { signal?: AbortSignal };

/** The JSON of the successful responses of an operation. */
export type Result<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { responses: infer R } ? Json<R[keyof R & (200 | 201 | 202)]> : never;

type Item<P extends keyof paths> = Result<P, "get"> extends { items: (infer I)[] } ? I : never;
type Rest<T> = Record<string, never> extends T ? [options?: T] : [options: T];

/** The paths of lists, whose pages have items. */
export type Lists = { [P in PathsOf<"get">]: [Item<P>] extends [never] ? never : P }[PathsOf<"get">];

export interface ClientOptions {
  /** An API key, which writing requires; `ludex keys machine` shows that of this machine. */
  key?: string;
  /** The time limit for repeating a request while the service is busy; with 0, only one attempt is made. */
  retrySeconds?: number;
  /** Another implementation of `fetch`. */
  fetch?: typeof fetch;
}

/** A request that failed: `problem` is the problem document (RFC 9457). */
export class ProblemError extends Error {
  override readonly name = "ProblemError";

  constructor(readonly problem: Problem) {
    const places = (problem.errors ?? []).map((error) => `; ${error.pointer}: ${error.detail}`).join("");
    super(`${problem.status} ${problem.title}: ${problem.detail}${places}`);
  }

  get status(): number {
    return this.problem.status;
  }
}

interface Sent {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  signal?: AbortSignal;
}

const PAUSE_SECONDS = 5;

/** A client of a service. */
export class Client {
  readonly #url: string;
  readonly #headers: Record<string, string>;
  readonly #retrySeconds: number;
  readonly #fetch: typeof fetch;

  constructor(url: string, options: ClientOptions = {}) {
    this.#url = url.replace(/\/+$/, "");
    this.#headers = options.key === undefined ? {} : { Authorization: `Bearer ${options.key}` };
    this.#retrySeconds = options.retrySeconds ?? 60;
    this.#fetch = options.fetch ?? globalThis.fetch.bind(globalThis);
  }

  /** Send a GET request, which only reads. */
  get<P extends PathsOf<"get">>(path: P, ...[options]: Rest<Options<P, "get">>): Promise<Result<P, "get">> {
    return this.#json("GET", path, options as Sent | undefined);
  }

  /** Send a POST request, which computes or stores. */
  post<P extends PathsOf<"post">>(path: P, ...[options]: Rest<Options<P, "post">>): Promise<Result<P, "post">> {
    return this.#json("POST", path, options as Sent | undefined);
  }

  /** Send a PATCH request, which changes an object that you own. */
  patch<P extends PathsOf<"patch">>(path: P, ...[options]: Rest<Options<P, "patch">>): Promise<Result<P, "patch">> {
    return this.#json("PATCH", path, options as Sent | undefined);
  }

  /** Send a DELETE request, which deletes an object that you own. */
  async delete<P extends PathsOf<"delete">>(path: P, ...[options]: Rest<Options<P, "delete">>): Promise<void> {
    await this.#send("DELETE", this.#address(path, options as Sent | undefined), options as Sent | undefined);
  }

  /** Iterate over the items on all pages of a list. Each page is requested when it is reached. */
  async *items<P extends Lists>(path: P, ...[options]: Rest<Options<P, "get">>): AsyncGenerator<Item<P>> {
    const sent = options as Sent | undefined;
    let address: string | null = this.#address(path, sent);
    while (address !== null) {
      const response: Response = await this.#send("GET", address, sent);
      const page = (await response.json()) as { items: Item<P>[]; next: string | null };
      yield* page.items;
      // The address of the next page already includes the path prefix of the service.
      address = page.next === null ? null : new URL(page.next, this.#url).href;
    }
  }

  async #json<T>(method: string, path: string, sent?: Sent): Promise<T> {
    const response = await this.#send(method, this.#address(path, sent), sent);
    return (await response.json()) as T;
  }

  #address(path: string, sent?: Sent): string {
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(sent?.path?.[name])));
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(sent?.query ?? {})) {
      if (value !== undefined && value !== null) query.set(name, String(value));
    }
    const text = query.toString();
    return `${this.#url}${filled}${text && `?${text}`}`;
  }

  async #send(method: string, address: string, sent?: Sent): Promise<Response> {
    const headers = { Accept: "application/json", ...this.#headers };
    const init: RequestInit = { method, headers };
    if (sent?.body !== undefined) {
      init.headers = { ...headers, "Content-Type": "application/json" };
      init.body = JSON.stringify(sent.body);
    }
    if (sent?.signal !== undefined) init.signal = sent.signal;
    const deadline = Date.now() + this.#retrySeconds * 1000;
    for (;;) {
      const response = await this.#fetch(address, init);
      if (response.ok) return response;
      const pause = 1000 * retryAfter(response);
      if (response.status !== 503 || Date.now() + pause > deadline) throw new ProblemError(await problemOf(response));
      await new Promise((resolve) => setTimeout(resolve, pause));
      sent?.signal?.throwIfAborted();
    }
  }
}

function retryAfter(response: Response): number {
  const seconds = Number(response.headers.get("Retry-After") ?? PAUSE_SECONDS);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : PAUSE_SECONDS;
}

async function problemOf(response: Response): Promise<Problem> {
  if (response.headers.get("Content-Type")?.startsWith("application/problem+json")) {
    return (await response.json()) as Problem;
  }
  const detail = "the response has no problem document";
  return { type: "about:blank" as Problem["type"], title: response.statusText, status: response.status, detail, errors: [] };
}
