import { expect, test } from "vitest";
import { readEmail, recipientsOf, wrongEmail, wrongFiles, wrongLength } from "#app/routes/emails/email-form";

const written = {
	to: "selected",
	applicationId: "app",
	stageId: "stage",
	id: "ada",
	"count-selected": "1",
	"count-stage": "48",
	"count-all": "1200",
	subject: "Your documents",
	message: "Dear {{firstName}}",
};

const emailOf = (fields: Partial<Record<string, string>> = {}) => {
	const form = new FormData();
	for (const [name, value] of Object.entries({ ...written, ...fields })) if (value) form.append(name, value);
	return readEmail(form);
};

test("reads the recipients: the selected, a stage, or everybody", () => {
	const to = (mode: string) => recipientsOf(emailOf({ to: mode }));
	expect(to("selected")).toEqual({ applicationId: "app", stageId: null, candidateIds: ["ada"] });
	expect(to("stage")).toEqual({ applicationId: "app", stageId: "stage", candidateIds: [] });
	expect(to("all")).toEqual({ applicationId: "app", stageId: null, candidateIds: [] });
});

test("accepts a valid form", () => {
	expect(wrongEmail(emailOf())).toEqual({});
});

test.each([
	["nobody chosen is not everybody", { id: "" }, { to: ["Choose at least one applicant."] }],
	["no stage is not everybody", { to: "stage", stageId: "", confirmed: "48" }, { to: ["Choose the recipients."] }],
	["a way that there is not", { to: "everybody" }, { to: ["Choose the recipients."] }],
	["an empty subject", { subject: "  " }, { subject: ["Kindly enter the subject of your email"] }],
	["an empty message", { message: "<p> </p>" }, { message: ["Kindly enter the message of your email"] }],
])("%s", (_name, fields, errors) => {
	expect(wrongEmail(emailOf(fields))).toEqual(errors);
});

test("does not preview a message that is too long", () => {
	const message = ["The message can have at most 200,000 characters."];
	expect(wrongLength(emailOf({ message: `<p>${"x".repeat(200_000)}</p>` }))).toEqual({ message });
	expect(wrongLength(emailOf({ message: `<p>${"x".repeat(199_993)}</p>`, subject: "" }))).toEqual({});
});

test.each(["<", "<p", "<b ", "</"])("checks a megabyte of %j quickly", (mark) => {
	const message = mark.repeat(1_000_000 / mark.length);
	const begun = performance.now();
	expect(wrongEmail(emailOf({ message })).message).toHaveLength(1);
	expect(performance.now() - begun).toBeLessThan(2_000);
});

test.each([
	["", false],
	["120", false],
	["1,200", true],
	["1200", true],
])("asks to type the number of recipients above 30: %j", (confirmed, isConfirmed) => {
	const errors = wrongEmail(emailOf({ to: "all", confirmed }));
	expect(errors.confirmed).toEqual(isConfirmed ? undefined : ["Type 1,200: it goes to 1,200 applicants."]);
});

test.each([
	["six files", Array(6).fill(1), "Attach at most 5 files."],
	["a large one", [10_000_001], "a.pdf: A file can have at most 10 MB. Choose a smaller one."],
	["large ones together", [8_000_000, 8_000_000], "The files of an email can have at most 15 MB together."],
])("refuses %s", (_name, sizes: number[], message) => {
	expect(wrongFiles(sizes.map((size) => ({ name: "a.pdf", size })))).toEqual({ attachments: [message] });
});
