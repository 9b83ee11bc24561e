import { expect, test } from "vitest";
import { longestField } from "#worker/http/longest-field";

const x = (length: number) => "x".repeat(length);

test.each([
	["the longest text", JSON.stringify({ subject: x(9), message: x(99), stageId: null }), "message"],
	["one that never ends", `{"subject":"a","message":"<p>${x(99)}`, "message"],
	["one with quotes and braces in it", `{"a": "\\"{[,:\\\\", "message":"\\\\\\"],}${x(99)}`, "message"],
	["a list, and what is in it has no name", JSON.stringify({ subject: x(9), ids: [{ message: x(20) }, x(20)] }), "ids"],
	["what is within another is that other", `{"recipients":{"message":"${x(99)}"},"message":"${x(9)}"}`, "recipients"],
])("%s is named", (_what, text, name) => {
	expect(longestField(text)).toBe(name);
});

test.each([
	["a list", `["${x(99)}"]`],
	["a text", `"${x(99)}"`],
	["nothing", ""],
	["no field", "{}"],
	["a name that has no end", `{"${x(99)}`],
	["a name that no form has", `{"__proto__":"${x(99)}"}`],
	["markup for a name", `{"<b>":"${x(99)}"}`],
	["too long a name", `{"${x(99)}":1}`],
])("%s names none", (_what, text) => {
	expect(longestField(text)).toBeUndefined();
});
