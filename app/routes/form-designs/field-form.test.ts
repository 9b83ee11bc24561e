import fc from "fast-check";
import * as v from "valibot";
import { expect, test } from "vitest";
import { readOptions, writeOptions } from "#app/routes/form-designs/field-form";
import { PropsToSave } from "#worker/contract/forms/layout-to-save";

test.each([
	["First class = first", [{ label: "First class", value: "first" }]],
	["A = B = A = B", [{ label: "A = B", value: "A = B" }], "no value has the sign"],
	["A = B = b", [{ label: "A = B", value: "b" }]],
	["CGPA = 4.5 or more = high", [{ label: "CGPA = 4.5 or more", value: "high" }]],
	["x=y", [{ label: "x=y", value: "x=y" }]],
])("options are read as they are written: %s", (text, options, refused?: string) => {
	expect(writeOptions(options)).toBe(text);
	expect(v.safeParse(PropsToSave.entries.options, options).success).toBe(refused === undefined);
	if (!refused) expect(readOptions(text)).toEqual(options);
});

test("whatever options a form can have, its dialog reads them as it has written them", () => {
	const text = fc.oneof(
		fc
			.array(fc.constantFrom("=", " ", " = ", "A", "4.5", "\t", "\n", "ẹ"), { maxLength: 8 })
			.map((all) => all.join("")),
		fc.string({ maxLength: 20 }),
	);
	const option = fc.oneof(
		fc.record({ label: text, value: text }),
		text.map((label) => ({ label, value: label })),
	);
	fc.assert(
		fc.property(fc.array(option, { maxLength: 4 }), (given) => {
			const stored = v.safeParse(PropsToSave.entries.options, given);
			fc.pre(stored.success);
			expect(readOptions(writeOptions(stored.output))).toEqual(stored.output);
		}),
		{ numRuns: 2_000 },
	);
});
