import type { GenericSchema, InferInput, InferOutput } from "valibot";
import type { Permission } from "#worker/contract/permissions";
import type { ProblemCode } from "#worker/contract/problems";
import type { Result } from "#worker/contract/result";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Who may call: everybody, every signed-in user, or users with any of these privileges. */
export type Access = "public" | "signed-in" | readonly Permission[];

/** One call of the API as data (§7): services serve it, the portal calls it, the documentation and the tests are made from it. */
export interface Endpoint {
	method: Method;
	/** The path below `/api`, with parameters as `:name`. */
	path: string;
	summary: string;
	/** The section of the specification that it implements. */
	section: string;
	access: Access;
	/** Whether only a signed-in user may call it, and no API key. */
	usersOnly?: boolean;
	/** Whether it is about the institution as a whole, so that a role at a place of its structure does not reach it. */
	wholeInstitution?: boolean;
	params?: GenericSchema;
	query?: GenericSchema;
	/** Other names of query parameters, where the specification uses them: `{ limit: "size" }`. */
	aliases?: Record<string, string>;
	/** The request headers that the handler reads, in lower case; each is optional. */
	headers?: GenericSchema;
	body?: GenericSchema;
	/** An example body for the documentation, where the required fields alone would be refused. */
	example?: unknown;
	/** How the body is encoded; default: JSON. A multipart body is a `multipartBody`, a raw one the bytes as they came. */
	encoding?: "json" | "form" | "multipart" | "raw";
	/** Whether a multipart body without files may be sent as JSON. */
	alsoJson?: boolean;
	response: GenericSchema;
	/** Success is 201 with this `Location`: `{name}` from the response, `{params.name}` from the request. */
	created?: string;
	/** Success is 202 with this `Location`, for background work; 200 while a name in it is null. */
	accepted?: string;
	/** The problems that its handler can return, apart from those implied: see `declaredProblems`. */
	problems?: readonly ProblemCode[];
	/** Whether a client may repeat it with an `Idempotency-Key`. */
	idempotent?: boolean;
	/** Whether the handler recognises a repeat by its key, and answers it also when the first response was lost. */
	ownsIdempotency?: boolean;
}

export const defineEndpoint = <const E extends Endpoint>(endpoint: E): E => endpoint;

type In<S> = S extends GenericSchema ? InferInput<S> : undefined;
type Out<S> = S extends GenericSchema ? InferOutput<S> : undefined;
type Present<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] };
/** The properties that may be left out because nothing in them is required. */
type Needless<T> = { [K in keyof T]: Partial<T[K]> extends T[K] ? K : never }[keyof T];
type Loose<T> = Omit<T, Needless<T>> & Partial<Pick<T, Needless<T>>>;

/** The input of a caller: params, query and body as the endpoint declares them. */
export type EndpointInput<E extends Endpoint> = Loose<
	Present<{
		params: In<E["params"]>;
		query: In<E["query"]>;
		body: In<E["body"]>;
	}>
>;

export type EndpointRequest<E extends Endpoint> = Present<{
	params: Out<E["params"]>;
	query: Out<E["query"]>;
	headers: Out<E["headers"]>;
	body: Out<E["body"]>;
}>;

export type EndpointResponse<E extends Endpoint> = InferOutput<E["response"]>;

/** The problems that a handler may return: those that its endpoint lists, and those that its declaration implies. */
export type CodeOf<E extends Endpoint> = ListedCode<E["problems"]> | ImpliedCode<E>;

type ListedCode<Problems> = Problems extends readonly (infer Code extends ProblemCode)[] ? Code : never;

/** A part of the list of `declaredProblems`; problems of access and idempotency are the kernel's alone. */
type ImpliedCode<E extends Endpoint> =
	| "invalid_query"
	| "internal"
	| (E["params"] extends GenericSchema ? "not_found" : never)
	| (E["body"] extends GenericSchema ? "malformed" | "invalid" | "too_large" : never)
	| (E["encoding"] extends "multipart" ? "file_too_large" | "files_too_large" : never);

/** The result of a handler. `serve` adds the address of the next page to a page. */
export type EndpointResult<E extends Endpoint> = Result<WithoutNext<EndpointResponse<E>>, CodeOf<E>>;

/** What a read within one Worker is answered: a value, which need not travel as JSON from one part of it to another. */
export interface LocalResponse {
	value?: unknown;
}

type WithoutNext<T> = T extends { next: string | null } ? Omit<T, "next"> : T;
