import { formatRange } from "#app/format/numbers";
import { defaultPageSize, rowSizes } from "#worker/contract/page";

/** Reads which rows of a list an address asks for; an address edited by hand begins at the first row. */
export const readPage = (params: URLSearchParams, usualSize = defaultPageSize): { page: number; size: number } => {
	const page = params.get("page") ?? "";
	const size = Number(params.get("size"));
	return {
		page: /^\d{1,6}$/.test(page) ? Number(page) : 0,
		size: rowSizes.some((option) => option === size) ? size : usualSize,
	};
};

/** The footer of a list at that address: the present rows, and links to the others. */
export const pagesOf = (
	here: string,
	params: URLSearchParams,
	{ page, size, total }: { page: number; size: number; total: number },
) => {
	const at = (index: number) => {
		const there = new URLSearchParams(params);
		if (index === 0) there.delete("page");
		else there.set("page", String(index));
		const search = there.toString();
		return search === "" ? here : `${here}?${search}`;
	};
	return {
		range: formatRange({ page, size, total }),
		previousTo: page > 0 ? at(page - 1) : undefined,
		nextTo: (page + 1) * size < total ? at(page + 1) : undefined,
		size,
		action: here,
		keep: [...params].filter(([name]) => name !== "page" && name !== "size"),
	};
};
