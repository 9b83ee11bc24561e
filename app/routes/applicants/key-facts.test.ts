import { expect, test } from "vitest";
import { keyFactsOf } from "#app/routes/applicants/key-facts";
import { drawnFields, readForm } from "#worker/contract/forms/form-reading";

const col = (fieldId: string, type: string, label = fieldId) => ({ fieldId, type, props: { label } });
const layout = {
	sections: [
		{
			id: "utme",
			title: "UTME",
			description: "As on your slip.",
			rows: [
				{ id: "total", cols: [col("jambScore", "number", "UTME score")] },
				{ id: "subject", repeatable: true, cols: [col("name", "select", "Subject"), col("score", "number", "Score")] },
				{ id: "neco", cols: [col("neco", "neco-result")] },
			],
		},
	],
};
const subjects = [
	["English Language", "D7"],
	["Mathematics", "C6"],
	["Physics", "A1"],
].map(([name = "", grade = ""]) => ({ name, shortName: name, grade }));
const neco = { firstName: "Ada", lastName: "Eze", registrationNumber: "1", gender: "F", subjects };
const data = { jambScore: 251, name: "Chemistry", score: 62, name__2: "Physics", score__2: 70, neco };
const sections = readForm({ layout, data, repeats: { sections: {}, rows: { subject: 2 } }, attachments: [] });

test("shows score, credits of each sitting, references, attachments and the address of mail", () => {
	const referees = [{ status: "submitted" }, { status: "pending" }];
	expect(keyFactsOf(sections, { referees, attachmentCount: 4, accountEmail: "ada@mail.example" })).toEqual([
		{ label: "UTME score", value: "251" },
		{ label: "Credits", value: "2" },
		{ label: "References", value: "1 of 2" },
		{ label: "Attachments", value: "4" },
		{ label: "Email goes to", value: "ada@mail.example" },
	]);
});

test("draws a subject with its score as one field, and marks a core subject without a credit", () => {
	const rows = sections[0]?.rows ?? [];
	expect(rows.flatMap(drawnFields).map(({ label }) => label)).toEqual(["UTME score", "Chemistry", "Physics", "neco"]);
	const [result] = rows
		.flatMap(({ fields }) => fields)
		.flatMap((field) => (field.kind === "results" ? field.value : []));
	expect(result?.subjects.map(({ name, isCore, isCredit }) => [name, isCore, isCredit])).toEqual([
		["English Language", true, false],
		["Mathematics", true, true],
		["Physics", false, true],
	]);
	expect(JSON.stringify(sections)).not.toContain("As on your slip.");
});
