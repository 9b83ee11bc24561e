import { readPage } from "#app/ui/page/page-address";
import type { Endpoint, EndpointInput } from "#worker/contract/endpoint";

/** What a list can be sorted by. */
type SortOf<E extends Endpoint> = EndpointInput<E> extends { query?: { sort?: infer Sort } } ? Sort : never;

/** Reads what an address searches, sorts and pages a list by. why any order: the service refuses one that does not exist. */
export const readListAddress = <List extends Endpoint>(params: URLSearchParams) => {
	const { page, size } = readPage(params);
	const q = params.get("q") ?? "";
	const sort = (params.get("sort") || undefined) as SortOf<List> | undefined;
	return { page, size, q, sort, query: { keyword: q, sort, page: String(page), size: String(size) } };
};
