import { readPage } from "#app/ui/page/page-address";
import { type ExceptionKind, exceptionKinds } from "#worker/contract/payment-exceptions";

const ownNames: readonly string[] = ["kind", "platform", "state", "page", "size"];

/** Reads the filter and the page of the exceptions from an address. */
export const readExceptionsAddress = (params: URLSearchParams) => {
	const wanted = params.get("kind") || undefined;
	const kind = exceptionKinds.find((one) => one === wanted);
	const state: "OPEN" | "RESOLVED" = params.get("state") === "RESOLVED" ? "RESOLVED" : "OPEN";
	return {
		kind,
		state,
		platform: params.get("platform")?.toUpperCase() || undefined,
		/** Whether it names a kind that does not exist. */
		isUnknown: wanted !== undefined && kind === undefined,
		...readPage(params),
	};
};

/** Returns the query text of the list from an address over it. */
export const exceptionsSearch = (params: URLSearchParams): string => {
	const own = new URLSearchParams([...params].filter(([name, value]) => value !== "" && ownNames.includes(name)));
	return own.size > 0 ? `?${own}` : "";
};

/** Returns the query text of the list with another kind or state, from its first page. */
export const withExceptions = (
	params: URLSearchParams,
	changed: { kind?: ExceptionKind | null; state?: "OPEN" | "RESOLVED" },
): string => {
	const own = new URLSearchParams([...params].filter(([name]) => ownNames.includes(name) && name !== "page"));
	if (changed.kind === null) own.delete("kind");
	else if (changed.kind) own.set("kind", changed.kind);
	if (changed.state === "OPEN") own.delete("state");
	else if (changed.state) own.set("state", changed.state);
	return own.size > 0 ? `?${own}` : "";
};
