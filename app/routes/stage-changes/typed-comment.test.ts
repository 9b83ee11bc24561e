import { expect, test } from "vitest";
import { withComment } from "#app/routes/stage-changes/typed-comment";

test("a typed comment stands in the previewed email, wherever it is", () => {
	const nodes = ["Why: [your comment].", { tag: "p" as const, children: ["[your comment] & [your comment]"] }];
	expect(withComment(nodes, "$& Full")).toEqual(["Why: $& Full.", { tag: "p", children: ["$& Full & $& Full"] }]);
	expect(withComment(nodes, "[your comment]")).toEqual(nodes);
});
