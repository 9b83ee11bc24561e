import { expect, test } from "vitest";
import { undoneSentence } from "#app/routes/batches/undone-sentence";

const undone = {
	id: "m",
	kind: "stage" as const,
	subject: "Ada Eze",
	targetName: "Accepted",
	undone: 1,
	kept: 0,
	keptNames: [],
	formerName: null,
	emails: 1,
	texts: 0,
};

test.each([
	[{ emails: 0, texts: 1 }, "Stage change undone: Ada Eze is no longer at Accepted. The SMS was not sent"],
	[{ texts: 1 }, "Stage change undone: Ada Eze is no longer at Accepted. The 1 email and 1 SMS were not sent"],
	[{}, "Stage change undone: Ada Eze is no longer at Accepted. The email was not sent"],
	[{ formerName: "In review" }, "Stage change undone: Ada Eze is back at In review. The email was not sent"],
	[
		{ kind: "course" as const, targetName: "CSC Computer Science", formerName: "PHY Physics", emails: 0 },
		"Change undone: Ada Eze is back in PHY Physics",
	],
	[
		{ kind: "location" as const, targetName: "Yaba", formerName: "Ikeja", emails: 0 },
		"Posting undone: Ada Eze is posted again to Ikeja",
	],
	[
		{ subject: "50 applicants", undone: 46, emails: 46, kept: 4, keptNames: ["Obi Ude", "Ada Eze", "Ife Ojo"] },
		"Stage change undone: 46 applicants are no longer at Accepted. The 46 emails were not sent. 4 changed meanwhile stay: Obi Ude, Ada Eze, Ife Ojo, 1 more",
	],
	[
		{ subject: "2 applicants", kept: 1, keptNames: ["Obi Ude"], emails: 0 },
		"Stage change undone: 1 applicant is no longer at Accepted. 1 changed meanwhile stays: Obi Ude",
	],
	[
		{ subject: "1,200 applicants", undone: 0, emails: 1_200, taskId: "t" },
		"Stage change undone: 1,200 applicants are being restored. The 1,200 emails were not sent",
	],
	[
		{ undone: 0, kept: 1, keptNames: ["Ada Eze"], emails: 0 },
		"Stage change undone: nobody was put back. 1 changed meanwhile stays: Ada Eze",
	],
	[
		{ kind: "course" as const, targetName: "CSC Computer Science", emails: 0 },
		"Change undone: Ada Eze is no longer in CSC Computer Science",
	],
	[
		{ kind: "location" as const, targetName: "Yaba", subject: "2 applicants", undone: 2, emails: 0 },
		"Posting undone: 2 applicants are no longer posted to Yaba",
	],
	[{ kind: "location" as const, targetName: "no location", emails: 0 }, "Posting undone: Ada Eze is posted as before"],
	[
		{ kind: "reviewer" as const, targetName: "nobody", subject: "2 applicants", undone: 2, emails: 0 },
		"Assignment undone: 2 applicants are assigned as before",
	],
])("describes the result of an undo in numbers and names (%#)", (more, message) => {
	expect(undoneSentence({ ...undone, taskId: null, ...more }).message).toBe(message);
});
