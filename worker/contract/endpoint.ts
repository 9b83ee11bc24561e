import type { GenericSchema, InferInput, InferOutput } from "valibot";
import type { Permission } from "#worker/contract/permissions";
import type { ProblemCode } from "#worker/contract/problems";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Who may call: anybody, anybody signed in, or the holder of any of these privileges. */
export type Access = "public" | "signed-in" | readonly Permission[];

/** One call of the API as data (§7): services serve it, the portal calls it, the documentation and the tests are made from it. */
export interface Endpoint {
	method: Method;
	/** Below `/api`, parameters as `:name`. */
	path: string;
	summary: string;
	/** The section of the specification it serves. */
	section: string;
	access: Access;
	params?: GenericSchema;
	query?: GenericSchema;
	/** Request headers the handler reads, in lower case; each optional. */
	headers?: GenericSchema;
	body?: GenericSchema;
	/** How the body is encoded; JSON unless told. A multipart body is a `multipartBody`. */
	encoding?: "json" | "form" | "multipart";
	/** May a multipart body without files come as its JSON alone? */
	alsoJson?: boolean;
	response: GenericSchema;
	/** Problems beside those every endpoint can answer with (malformed, invalid, unauthenticated, forbidden, internal). */
	problems: readonly ProblemCode[];
	/** May a client repeat it with an `Idempotency-Key`? */
	idempotent?: boolean;
	/** What a request with a key has made is known by the key: a repeat is told of it, also where the first answer was lost. */
	knowsRepeats?: boolean;
}

export const defineEndpoint = <const E extends Endpoint>(endpoint: E): E => endpoint;

type In<S> = S extends GenericSchema ? InferInput<S> : undefined;
type Out<S> = S extends GenericSchema ? InferOutput<S> : undefined;
type Present<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] };

/** What a caller passes: params, query and body as far as the endpoint declares them. */
export type EndpointInput<E extends Endpoint> = Present<{
	params: In<E["params"]>;
	query: In<E["query"]>;
	body: In<E["body"]>;
}>;

/** What a handler receives, parsed. */
export type EndpointRequest<E extends Endpoint> = Present<{
	params: Out<E["params"]>;
	query: Out<E["query"]>;
	headers: Out<E["headers"]>;
	body: Out<E["body"]>;
}>;

export type EndpointResponse<E extends Endpoint> = InferOutput<E["response"]>;
