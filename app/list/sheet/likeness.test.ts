import { expect, test } from "vitest";
import { likeness } from "#app/list/sheet/likeness";

test.each([
	[["phone"], "the same phone"],
	[["phone", "exam"], "the same JAMB number and phone"],
	[["person"], "the same name and birth date"],
	[["person", "email", "phone", "phone"], "the same phone, email, name and birth date"],
] as const)("%j is described in words, strongest first, each once", (kinds, text) => {
	expect(likeness(kinds.map((kind) => ({ kind })))).toBe(text);
});
