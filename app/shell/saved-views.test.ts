import { expect, test } from "vitest";
import { toShownView, viewOf, viewSearch } from "#app/shell/saved-views";

const filters = {
	applicationId: "a1",
	stage: "s2",
	administrationLevelItemIds: ["i1", "i2"],
	courseIds: ["c1"],
	keyword: "ada okafor",
	needs: "referee" as const,
	sort: "waiting" as const,
};

test("a view's address is the list's own", () => {
	expect(viewSearch(filters)).toBe(
		"?application=a1&stage=s2&items=i1%2Ci2&courses=c1&q=ada+okafor&needs=referee&sort=waiting",
	);
	expect(viewSearch({ applicationId: "a1" })).toBe("?application=a1");
});

test("a view is open on each of its pages, whatever the page size", () => {
	expect(viewOf("?application=a1&page=3&size=50&view=full&id=x")).toBe(viewSearch({ applicationId: "a1" }));
	expect(viewOf("?sort=waiting&stage=s2&application=a1")).toBe("?application=a1&stage=s2&sort=waiting");
});

test("the frame receives only what it shows", () => {
	const view = { id: "v", name: "N", isShared: true, isPinned: true };
	const more = { applicants: 7, version: 1, isCapped: false, mayChange: true, ownerName: "O" };
	expect(toShownView({ ...view, ...more, filters: { applicationId: "a1" } })).toEqual({
		...view,
		applicationId: "a1",
		search: "?application=a1",
	});
});
