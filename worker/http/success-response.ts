import * as v from "valibot";
import type { Endpoint } from "#worker/contract/endpoint";
import { hashToken } from "#worker/http/keys";

const jsonHeaders = { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" };

/**
 * Returns the success of an endpoint as JSON, by its response schema, with `Location` where it created or started
 * something. `body` is what the handler answered now or before.
 */
export const successResponse = (
	endpoint: Endpoint,
	{ params = {} }: { params?: unknown },
	body: unknown,
	headers: Record<string, string> = {},
): Response => {
	const location = locationOf(endpoint, { ...(body as object), params });
	const status = location === undefined ? 200 : endpoint.created ? 201 : 202;
	return new Response(JSON.stringify(body), {
		status,
		headers: { ...jsonHeaders, ...headers, ...(location !== undefined && { location }) },
	});
};

const locationOf = ({ created, accepted }: Endpoint, values: object): string | undefined => {
	const template = created ?? accepted;
	if (template === undefined) return undefined;
	let isWhole = true;
	const path = template.replaceAll(/\{([\w.]+)\}/g, (_, name: string) => {
		const value = name
			.split(".")
			.reduce<unknown>((inner, key) => (inner as Record<string, unknown> | null)?.[key], values);
		isWhole &&= typeof value === "string";
		return encodeURIComponent(String(value));
	});
	return isWhole ? `/api${path}` : undefined;
};

/** Returns what a handler answered as the response schema has it; a page with the address of the next one. */
export const responseBody = ({ response, aliases = {} }: Endpoint, value: unknown, url: string): unknown => {
	if (!("entries" in response && Object.hasOwn(response.entries as object, "next"))) return v.parse(response, value);
	return v.parse(response, { ...(value as Page), next: nextPage(value as Page, url, aliases) });
};

interface Page {
	data: readonly unknown[];
	resultTotal: number;
	page: number;
	size: number;
	/** Set by a list that reads on from a row instead of by pages. */
	nextCursor?: string | null;
}

/** Returns the address of the next page, in the caller's own spelling; null after the last. */
const nextPage = (
	{ data, resultTotal, page, size, nextCursor }: Page,
	url: string,
	aliases: Record<string, string>,
): string | null => {
	const { pathname, searchParams } = new URL(url);
	const offset = searchParams.get("offset");
	const first = offset === null ? page * size : Number(offset);
	const isLast = nextCursor === undefined ? first + data.length >= resultTotal : nextCursor === null;
	if (isLast || data.length === 0) return null;
	const next = new URLSearchParams(searchParams);
	const pageName = Object.keys(aliases).find((alias) => aliases[alias] === "page" && next.has(alias)) ?? "page";
	if (nextCursor) {
		next.delete(pageName);
		next.delete("before");
		next.delete("offset");
		next.set("after", nextCursor);
	} else if (offset === null) next.set(pageName, String(page + 1));
	else next.set("offset", String(first + size));
	return `${pathname}?${next}`;
};

/** Adds a weak ETag to a JSON response; 304 when the client has it. `no-store` keeps it out of caches on the way. */
export const withETag = async (response: Response, ifNoneMatch: string | undefined): Promise<Response> => {
	const body = await response.text();
	const etag = `W/"${(await hashToken(body)).slice(0, 22)}"`;
	const headers = new Headers(response.headers);
	headers.set("etag", etag);
	const known = ifNoneMatch?.split(",").map((tag) => tag.trim()) ?? [];
	if (!known.includes("*") && !known.some((tag) => tag.replace(/^(W\/)?/, "W/") === etag))
		return new Response(body, { headers });
	headers.delete("content-type");
	return new Response(null, { status: 304, headers });
};
