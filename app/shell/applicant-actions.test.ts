import { expect, test } from "vitest";
import { actionsFor, factsAbout } from "#app/shell/applicant-actions";

const crestfield = { hasLocations: true, sendsSms: true, aliases: { course: "programme" } };
const labelsOf = (
	privileges: readonly string[],
	one: { hasForm: boolean; isPosted: boolean },
	institution = crestfield,
) => actionsFor(privileges, factsAbout(one, institution)).map(({ label, refusal }) => (refusal ? `(${label})` : label));
const officer = ["candidate:r", "candidate:u", "candiemail:c"];

test("a posting is made or changed, and a course has the institution's own word", () => {
	expect(labelsOf(officer, { hasForm: true, isPosted: false })).toEqual(
		expect.arrayContaining(["Edit Applicant", "Post Applicant", "Change programme", "Send Email"]),
	);
	const posted = labelsOf(officer, { hasForm: true, isPosted: true });
	expect(posted).toContain("Change posting");
	expect(posted).not.toContain("Post Applicant");
});

test("without a form there is nothing to edit, and without locations nowhere to post to", () => {
	expect(labelsOf(officer, { hasForm: false, isPosted: false })).not.toContain("Edit Applicant");
	const nowhere = { ...crestfield, hasLocations: false };
	expect(labelsOf(officer, { hasForm: true, isPosted: false }, nowhere)).not.toContain("Post Applicant");
});

test("who may only read sees that an applicant and their course can be changed, but not by them", () => {
	const labels = labelsOf(["candidate:r"], { hasForm: true, isPosted: false });
	expect(labels).toEqual(expect.arrayContaining(["(Edit Applicant)", "(Change programme)"]));
	expect(labels.join()).not.toMatch(/Post|Email/);
});
