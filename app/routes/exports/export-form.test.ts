import { expect, test } from "vitest";
import { readListAddress } from "#app/list/list-address";
import { exportBody, readExport } from "./export-form";

const formOf = (...entries: [string, string][]) => {
	const form = new FormData();
	for (const [name, value] of entries) form.append(name, value);
	return form;
};
const address = (search: string) => readListAddress(new URLSearchParams(search));

test("reads the form as it was filled in, and replaces invalid values with the safe choice", () => {
	const form = formOf(["who", "selected"], ["id", "a"], ["id", "b"], ["column", "email"], ["format", "csv"]);
	expect(readExport(form)).toMatchObject({ who: "selected", ids: ["a", "b"], columns: ["email"], format: "csv" });
	expect(readExport(formOf(["who", "x"], ["format", "exe"]))).toMatchObject({
		who: "all",
		format: "xlsx",
		columns: [],
	});
});

test("sends ids for the selected, filters for those that match, and the application for all", () => {
	const typed = { columns: ["email"], format: "csv" as const, isClear: false, ids: ["a"] };
	const list = address("stage=s&q=ada&items=i&courses=c,d&page=3");
	const asked = { applicationId: "app", columns: ["email"], format: "csv" };
	expect(exportBody({ ...typed, who: "selected" }, list, "app")).toEqual({ ...asked, candidateIds: ["a"] });
	expect(exportBody({ ...typed, who: "all" }, list, "app")).toEqual(asked);
	expect(exportBody({ ...typed, isClear: true, who: "all" }, list, "app")).toEqual({ ...asked, isClear: true });
	expect(exportBody({ ...typed, who: "matching" }, list, "app")).toEqual({
		...asked,
		stage: "s",
		keyword: "ada",
		administrationLevelItemIds: ["i"],
		courseIds: ["c", "d"],
	});
});
