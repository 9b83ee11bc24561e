import { expect, test } from "vitest";
import { beginsTitle } from "#app/shell/palette/command-intent";

const commands = [
	{ title: "Save view", group: "List" },
	{ title: "Email the statistics…", group: "Pages" },
	{ title: "Move to Keep in view", group: "Applicant" },
	{ title: "Withdraw offer letter: Musa Bello", group: "Applicant" },
] as const;

test.each(["save view", "sav vi", "SAVE  view", "email stat", "Withdraw offer letter"])(
	"%j begins the title of a command",
	(query) => {
		expect(beginsTitle(query, commands)).toBe(true);
	},
);

test.each(["save", "view save musa", "email 109467", "move to", "", "keep in view", "withdraw offer"])(
	"%j does not",
	(query) => {
		expect(beginsTitle(query, commands)).toBe(false);
	},
);
