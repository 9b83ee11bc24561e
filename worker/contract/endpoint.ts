import type { GenericSchema, InferInput, InferOutput } from "valibot";
import type { Permission } from "#worker/contract/permissions";
import type { ProblemCode } from "#worker/contract/problems";
import type { Result } from "#worker/contract/result";

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
	/** Other spellings of query parameters, where the specification names them otherwise: `{ limit: "size" }`. */
	aliases?: Record<string, string>;
	/** Request headers the handler reads, in lower case; each optional. */
	headers?: GenericSchema;
	body?: GenericSchema;
	/** A body for the documentation, where its required fields alone would be refused. */
	example?: unknown;
	/** How the body is encoded; JSON unless told. A multipart body is a `multipartBody`. */
	encoding?: "json" | "form" | "multipart";
	/** May a multipart body without files come as its JSON alone? */
	alsoJson?: boolean;
	response: GenericSchema;
	/**
	 * Set when a success creates something: 201, and this path as `Location`, `{name}` filled in from the response and
	 * `{params.name}` from the request.
	 */
	created?: string;
	/** Set when a success may start background work: 202, and this path as `Location`; 200 while a name in it is null. */
	accepted?: string;
	/** The problems that its handler can answer; those the kernel answers, such as `unauthenticated`, are implied. */
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
/** Those of its properties that may be left out because nothing in them is required. */
type Needless<T> = { [K in keyof T]: Partial<T[K]> extends T[K] ? K : never }[keyof T];
type Loose<T> = Omit<T, Needless<T>> & Partial<Pick<T, Needless<T>>>;

/** What a caller passes: params, query and body as far as the endpoint declares them. */
export type EndpointInput<E extends Endpoint> = Loose<
	Present<{
		params: In<E["params"]>;
		query: In<E["query"]>;
		body: In<E["body"]>;
	}>
>;

/** What a handler receives, parsed. */
export type EndpointRequest<E extends Endpoint> = Present<{
	params: Out<E["params"]>;
	query: Out<E["query"]>;
	headers: Out<E["headers"]>;
	body: Out<E["body"]>;
}>;

export type EndpointResponse<E extends Endpoint> = InferOutput<E["response"]>;

/** What a handler answers: `serve` adds to a page the address of the next one. */
export type EndpointResult<E extends Endpoint> = Result<WithoutNext<EndpointResponse<E>>>;

type WithoutNext<T> = T extends { next: string | null } ? Omit<T, "next"> : T;
