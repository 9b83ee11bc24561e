import { expect, test } from "vitest";
import { describeChange } from "#app/format/describe-change";

const nothing = { stageName: null, fromStageName: null, reason: null };

test.each([
	[{ type: "STAGE_CHANGE", stageName: "Accepted", fromStageName: null }, "Moved to Accepted"],
	[
		{ type: "STAGE_CHANGE", stageName: "Accepted", fromStageName: "In review", reason: "Good" },
		"Moved from In review to Accepted “Good”",
	],
	[{ type: "DATA_UPDATE", stageName: "Accepted", reason: "Posted to Yaba" }, "Posted to Yaba"],
	[{ type: "DATA_UPDATE", stageName: "Accepted" }, "Data update"],
	[
		{ type: "STAGE_CHANGE", stageName: "In review", reason: "Stage change undone" },
		"Stage change undone: back at In review",
	],
	[{ type: "EMAIL", reason: "Email sent: Welcome" }, "Email sent: Welcome"],
	[{ type: "FORM_SENT_BACK" }, "Form sent back"],
])("describes a change in one line: %j", (entry, line) => {
	expect(describeChange({ ...nothing, ...entry })).toBe(line);
});
