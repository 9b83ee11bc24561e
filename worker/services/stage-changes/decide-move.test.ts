import { describe, expect, it } from "vitest";
import { fullName } from "#worker/contract/text/full-name";
import { decideMove } from "#worker/services/stage-changes/decide-move";

const step = { id: "accepted", workflowId: "undergraduate" };

describe("decideMove", () => {
	it("allows any step of the workflow but the current one", () => {
		expect(decideMove({ stepId: "registration", workflowId: "undergraduate" }, step)).toBe("will_change");
		expect(decideMove({ stepId: "accepted", workflowId: "undergraduate" }, step)).toBe("unchanged");
	});

	it("allows no step of another workflow", () => {
		expect(decideMove({ stepId: "registration", workflowId: "postgraduate" }, step)).toBe("not_allowed");
	});

	it("refuses an applicant who does not exist", () => {
		expect(decideMove(undefined, step)).toBe("not_found");
	});
});

it("a name leaves out missing parts", () => {
	expect(fullName({ firstName: "Ada", middleName: null, lastName: "Obi" })).toBe("Ada Obi");
	expect(fullName({ firstName: "Ada", middleName: "Ngozi", lastName: "Obi" })).toBe("Ada Ngozi Obi");
});
