import { expect, test } from "vitest";
import { actionsFor } from "#app/shell/applicant-actions";
import { parseAction } from "#app/shell/palette/action-intent";

const actions = actionsFor(["candidate:r", "candidate:u", "candiemail:c"], {
	hasForm: true,
	hasLocations: true,
	sendsSms: true,
	courseAlias: "programme",
});
const read = (query: string) => {
	const found = parseAction(query, actions);
	return found && [found.action.id, found.applicant];
};

test.each([
	["email 109467", "email", "109467"],
	["sms 109467", "sms", "109467"],
	["send an sms to Musa", "sms", "Musa"],
	["musa maikano email", "email", "musa maikano"],
	["send an email to Musa", "email", "Musa"],
	["course musa", "course", "musa"],
	["change programme of musa", "course", "musa"],
	["edit CU/26/109467", "edit", "CU/26/109467"],
	["transactions ada", "transactions", "ada"],
	["trans ada", "transactions", "ada"],
	["post bello", "posting", "bello"],
	["correct name of bello", "identity", "bello"],
	["letter bello", "letter", "bello"],
	["print bello", "print", "bello"],
	["download bello", "form", "bello"],
	["compare bello", "compare", "bello"],
	["note musa", "note", "musa"],
	["add a note to musa", "note", "musa"],
	["assign musa", "reviewer", "musa"],
	["reviewer of musa", "reviewer", "musa"],
])("%j is an action and a name", (query, id, applicant) => {
	expect(read(query)).toEqual([id, applicant]);
});

test("a name alone, an action alone, and an action that may not be done are none", () => {
	expect(read("edith ada")).toBeUndefined();
	expect(read("musa maikano")).toBeUndefined();
	expect(read("email")).toBeUndefined();
	expect(parseAction("email ada", actionsFor(["candidate:r"], { courseAlias: "course" }))).toBeUndefined();
});
