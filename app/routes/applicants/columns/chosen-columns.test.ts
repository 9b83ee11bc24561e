import { expect, test } from "vitest";
import { allColumns, readColumns, withMoved } from "#app/routes/applicants/columns/chosen-columns";
import { listColumns } from "#worker/contract/list-columns";

const formOf = (pairs: [string, string][]) => {
	const form = new FormData();
	for (const [name, value] of pairs) form.append(name, value);
	return form;
};

test("reads the ticked columns in the order of the form, and adds what it does not name", () => {
	const form = formOf([
		...(["stage", "score", "nonsense", "score"].map((id) => ["order", id]) as [string, string][]),
		...([
			["column", "score"],
			["column", "stage"],
			["column", "nonsense"],
		] as [string, string][]),
	]);
	const { order, chosen, moved } = readColumns(form);
	expect(chosen).toEqual(["stage", "score"]);
	expect(order.slice(0, 2)).toEqual(["stage", "score"]);
	expect(new Set(order)).toEqual(new Set(listColumns));
	expect(moved).toBeUndefined();
});

test("reads the arrow that was pressed", () => {
	expect(readColumns(formOf([["move", "score up"]])).moved).toEqual({ id: "score", by: "up" });
	for (const wrong of ["score left", "x up", ""]) expect(readColumns(formOf([["move", wrong]])).moved).toBeUndefined();
});

test("moves a column by one, and not beyond the ends", () => {
	const order = allColumns(["stage", "number", "score"]);
	expect(withMoved(order, "score", "up").slice(0, 3)).toEqual(["stage", "score", "number"]);
	expect(withMoved(order, "stage", "down").slice(0, 3)).toEqual(["number", "stage", "score"]);
	expect(withMoved(order, "stage", "up")).toEqual(order);
	expect(withMoved(order, order.at(-1) ?? "stage", "down")).toEqual(order);
});
