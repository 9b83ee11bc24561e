import { expect, test } from "vitest";
import { factsIn } from "#app/routes/applicants/filtering/fact-labels";

const list = { page: 0, size: 10, selected: [] };

test("names each fact that is set, and how to remove it", () => {
	const address = {
		...list,
		scoreFrom: 0,
		scoreTo: 250,
		states: ["Oyo", "Kogi"],
		genders: ["F"],
		references: "none" as const,
		paid: "unpaid" as const,
		submittedFrom: "2026-11-01",
		locationIds: ["l1", "l2"],
	};
	expect(factsIn(address, { l1: "Yaba" })).toEqual([
		{ label: "Score 0 to 250", without: { scoreFrom: undefined, scoreTo: undefined } },
		{ label: "From Oyo", without: { states: ["Kogi"] } },
		{ label: "From Kogi", without: { states: ["Oyo"] } },
		{ label: "Female", without: { genders: [] } },
		{
			label: expect.stringMatching(/^Submitted from .*2026/),
			without: { submittedFrom: undefined, submittedTo: undefined },
		},
		{ label: "References: None asked for", without: { references: undefined } },
		{ label: "Unpaid", without: { paid: undefined } },
		{ label: "Posted to Yaba", without: { locationIds: ["l2"] } },
		{ label: "Posted to l2", without: { locationIds: ["l1"] } },
	]);
	expect(factsIn({ ...list, scoreTo: 200 }, {}).map(({ label }) => label)).toEqual(["Score up to 200"]);
	expect(factsIn({ ...list, ranked: "r1:merit" }, {})).toEqual([
		{ label: "Proposed by merit", without: { ranked: undefined } },
	]);
	expect(factsIn({ ...list, judged: "s1:cannotTell" }, {})).toEqual([
		{ label: "Criteria: cannot tell", without: { judged: undefined } },
	]);
	expect(factsIn({ ...list, keyword: "ada", stage: "s" }, {})).toEqual([]);
});
