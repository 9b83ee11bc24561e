import { describe, expect, it } from "vitest";
import { fullName } from "#worker/contract/text/full-name";
import { everywhere } from "#worker/http/places";
import { decideMove, hindrancesOf } from "#worker/services/stage-changes/decide-move";

const to = { step: { id: "accepted", workflowId: "undergraduate" }, movers: null };
const applicant = { stepId: "registration", workflowId: "undergraduate", courseId: "physics", hindrances: [] };

describe("decideMove", () => {
	it("allows any step of the workflow but the current one", () => {
		expect(decideMove(applicant, to)).toBe("will_change");
		expect(decideMove({ ...applicant, stepId: "accepted" }, to)).toBe("unchanged");
	});

	it("allows no step of another workflow", () => {
		expect(decideMove({ ...applicant, workflowId: "postgraduate" }, to)).toBe("not_allowed");
	});

	it("allows no move that a rule stands in the way of", () => {
		expect(decideMove({ ...applicant, hindrances: ["paid"] }, to)).toBe("not_allowed");
		expect(hindrancesOf({ ...applicant, hindrances: ["paid", "letter"] }, to)).toEqual(["paid", "letter"]);
	});

	it("allows those moves alone that a role of the user reaches", () => {
		const at = (courseIds: readonly string[]) => ({ ...to, movers: { ...everywhere, courseIds } });
		expect(decideMove(applicant, at(["physics"]))).toBe("will_change");
		expect(decideMove(applicant, at([]))).toBe("not_allowed");
		expect(hindrancesOf(applicant, at([]))).toEqual(["role"]);
	});

	it("refuses an applicant who does not exist", () => {
		expect(decideMove(undefined, to)).toBe("not_found");
	});
});

it("a name leaves out missing parts", () => {
	expect(fullName({ firstName: "Ada", middleName: null, lastName: "Obi" })).toBe("Ada Obi");
	expect(fullName({ firstName: "Ada", middleName: "Ngozi", lastName: "Obi" })).toBe("Ada Ngozi Obi");
});
