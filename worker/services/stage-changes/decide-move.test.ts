import { describe, expect, it } from "vitest";
import { fullName } from "#worker/contract/text/full-name";
import { isStale } from "#worker/services/applicants/change.queries";
import { decideMove } from "#worker/services/stage-changes/decide-move";

const step = { id: "accepted", workflowId: "undergraduate" };

describe("decideMove", () => {
	it("allows any step of the workflow but the current one", () => {
		expect(decideMove({ stepId: "registration", workflowId: "undergraduate" }, step)).toBe("moves");
		expect(decideMove({ stepId: "accepted", workflowId: "undergraduate" }, step)).toBe("already_there");
	});

	it("allows no step of another workflow", () => {
		expect(decideMove({ stepId: "registration", workflowId: "postgraduate" }, step)).toBe("not_allowed");
	});

	it("knows nobody who is not there", () => {
		expect(decideMove(undefined, step)).toBe("not_found");
	});
});

it("a change that names no version takes what is there", () => {
	expect(isStale({ version: 4 }, undefined)).toBe(false);
	expect(isStale({ version: 4 }, 4)).toBe(false);
	expect(isStale({ version: 4 }, 3)).toBe(true);
});

it("a name leaves out what is missing", () => {
	expect(fullName({ firstName: "Ada", middleName: null, lastName: "Obi" })).toBe("Ada Obi");
	expect(fullName({ firstName: "Ada", middleName: "Ngozi", lastName: "Obi" })).toBe("Ada Ngozi Obi");
});
