import { maxPageSize } from "#worker/contract/page";
import { ok, type Result } from "#worker/contract/result";

interface PageOf<Row> {
	data: readonly Row[];
	resultTotal: number;
}

/** Reads a list to its end, or says why a page of it could not be read: what is chosen must be among what is offered. */
export const readAll = async <Row>(
	readPage: (asked: { page: string; size: string }) => Promise<Result<PageOf<Row>>>,
): Promise<Result<Row[]>> => {
	const read = (page: number) => readPage({ page: String(page), size: String(maxPageSize) });
	const first = await read(0);
	if (!first.ok) return first;
	const others = Math.max(Math.ceil(first.value.resultTotal / maxPageSize) - 1, 0);
	const rows = [...first.value.data];
	for (const page of await Promise.all(Array.from({ length: others }, (_, index) => read(index + 1)))) {
		if (!page.ok) return page;
		rows.push(...page.value.data);
	}
	return ok(rows);
};
