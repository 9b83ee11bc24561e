import { expect, test } from "vitest";
import { compareSteps } from "#worker/services/workflows/compare-steps";
import type { WorkflowStep } from "#worker/services/workflows/contract";

const stage = (name: string, more: Partial<WorkflowStep> = {}): WorkflowStep => ({
	id: name.toLowerCase(),
	name,
	type: "IN_REVIEW",
	emailTemplate: null,
	pdfTemplate: null,
	smsTemplate: null,
	attachments: [],
	nextStepIds: null,
	roles: [],
	requirements: [],
	needsApproval: false,
	...more,
});
const all = ["Apply", "Review", "Offer", "Admitted"].map((name) => stage(name));
const [apply, review, offer, admitted] = all as [WorkflowStep, WorkflowStep, WorkflowStep, WorkflowStep];
const said = (after: readonly WorkflowStep[]) => compareSteps(all, after).map(({ text }) => text);

test("says nothing of what is the same, in whatever order its lists are", () => {
	const dean = { id: "dean", name: "Dean" };
	const rector = { id: "rector", name: "Rector" };
	const before = [stage("Apply", { roles: [dean, rector] })];
	expect(compareSteps(all, all)).toEqual([]);
	expect(compareSteps(before, [stage("Apply", { roles: [rector, dean] })])).toEqual([]);
});

test("says what was added, moved and removed: of those that were moved as few as can be", () => {
	expect(said([apply, admitted, review, offer])).toEqual(["“Admitted” was moved after “Apply”"]);
	expect(said([offer, apply, review, admitted])).toEqual(["“Offer” was moved to the beginning"]);
	expect(said([apply, stage("Senate"), offer, admitted])).toEqual(["“Senate” was added", "“Review” was removed"]);
});

test("says each part of a stage that was changed, and its new name", () => {
	const files = [{ id: "a", name: "a.pdf", mimetype: "application/pdf", size: 1 }];
	const other = { type: "DECLINED", emailTemplate: { id: "m", name: "Mail" }, attachments: files, nextStepIds: [] };
	expect(said([apply, { ...review, ...other }, offer, admitted])).toEqual([
		"“Review” was changed: type, email, files, which stages may follow",
	]);
	expect(compareSteps(all, [{ ...offer, name: "Place", needsApproval: true }, apply, review, admitted])).toEqual([
		{
			stepId: "offer",
			name: "Place",
			kinds: ["moved", "changed"],
			parts: ["name", "approval"],
			text: "“Offer” is now “Place”, and was moved to the beginning and changed: whether a second person must approve",
		},
	]);
});
