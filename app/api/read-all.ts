import { maxPageSize } from "#worker/contract/page";

interface PageOf<Row> {
	data: readonly Row[];
	resultTotal: number;
}

/** Reads a list to its end: what is chosen must be among what is offered. */
export const readAll = async <Row>(
	readPage: (asked: { page: string; size: string }) => Promise<PageOf<Row>>,
): Promise<Row[]> => {
	const read = (page: number) => readPage({ page: String(page), size: String(maxPageSize) });
	const first = await read(0);
	const others = Math.max(Math.ceil(first.resultTotal / maxPageSize) - 1, 0);
	const pages = await Promise.all(Array.from({ length: others }, (_, index) => read(index + 1)));
	return [first, ...pages].flatMap(({ data }) => data);
};
