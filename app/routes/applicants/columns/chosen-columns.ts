import { type ListColumn, listColumns } from "#worker/contract/list-columns";

export interface ColumnsForm {
	/** All columns, in their order. */
	order: ListColumn[];
	/** Those that are shown, in this order. */
	chosen: ListColumn[];
	/** The arrow that was pressed. */
	moved?: { id: ListColumn; by: "up" | "down" };
}

const isColumn = (text: unknown): text is ListColumn => listColumns.includes(text as ListColumn);

/** Reads the form: columns that it does not name come last. */
export const readColumns = (form: FormData): ColumnsForm => {
	const order = allColumns(form.getAll("order").filter(isColumn));
	const ticked = new Set<unknown>(form.getAll("column"));
	const [id, by] = String(form.get("move") ?? "").split(" ");
	return {
		order,
		chosen: order.filter((column) => ticked.has(column)),
		...(isColumn(id) && (by === "up" || by === "down") && { moved: { id, by } }),
	};
};

/** Returns the chosen columns and then the others. */
export const allColumns = (chosen: readonly ListColumn[]): ListColumn[] => [...new Set([...chosen, ...listColumns])];

export const withMoved = (order: readonly ListColumn[], id: ListColumn, by: "up" | "down"): ListColumn[] => {
	const at = order.indexOf(id);
	const others = order.filter((other) => other !== id);
	return others.toSpliced(Math.max(0, at + (by === "up" ? -1 : 1)), 0, id);
};
