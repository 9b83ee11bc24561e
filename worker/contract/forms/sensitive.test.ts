import { expect, test } from "vitest";
import { problemsOf } from "#worker/contract/forms/check-layout";
import { readForm } from "#worker/contract/forms/form-reading";
import type { FormCol, FormLayout } from "#worker/contract/forms/form-schema";
import {
	canBeSensitive,
	isMask,
	markSensitive,
	maskAnswers,
	maskOf,
	sensitiveIn,
} from "#worker/contract/forms/sensitive";

test.each([
	["12345678901", "••••8901"],
	["0803 123 4567", "••••4567"],
	["1234567", "••••"],
	["12 Broad Street", "••••"],
	["2007-03-02", "••••"],
	[12345678, "••••5678"],
	[true, "••••"],
	[["a", "b"], "••••"],
	["••••8901", "••••8901"],
	["", null],
	[null, null],
])("masks %j as %j", (answer, mask) => {
	expect(maskOf(answer)).toBe(mask);
	if (mask !== null) expect(isMask(maskOf(mask))).toBe(true);
});

const col = (fieldId: string, type = "text", props: Partial<FormCol["props"]> = {}): FormCol => ({
	fieldId,
	type,
	props: { label: fieldId, ...props },
});
const layoutOf = (...cols: FormCol[]): FormLayout => ({
	sections: [{ id: "s", title: "S", rows: cols.map((one) => ({ id: `row-${one.fieldId}`, cols: [one] })) }],
});

test("marks exactly the named fields of the applicant, and reads their answers as masks unless asked otherwise", () => {
	const layout = markSensitive(layoutOf(col("nin"), col("town", "text", { isSensitive: true })), ["nin"]);
	expect(layout.sections[0]?.rows.map(({ cols }) => cols[0]?.props.isSensitive)).toEqual([true, undefined]);
	const form = {
		layout,
		data: { nin: "12345678901", town: "Jos" },
		repeats: { sections: {}, rows: {} },
		attachments: [],
	};
	const fieldsOf = (isClear: boolean) =>
		readForm({ ...form, isClear }).flatMap(({ rows }) => rows.flatMap(({ fields }) => fields));
	expect(fieldsOf(false)).toMatchObject([
		{ kind: "masked", value: "••••8901" },
		{ kind: "text", value: "Jos" },
	]);
	expect(fieldsOf(true)).toMatchObject([{ kind: "text", value: "12345678901" }, { value: "Jos" }]);
	const masked = maskAnswers(layout, form.data);
	expect(masked).toEqual({ data: { nin: "••••8901", town: "Jos" }, masked: ["nin"] });
	expect(maskAnswers(layout, masked.data).data).toEqual(masked.data);
	expect(sensitiveIn(layout)("nin__2")).toBe(true);
	expect(canBeSensitive("file")).toBe(false);
});

test("says what cannot be sensitive, before a form is published", () => {
	const sensitive = { isSensitive: true };
	const layout = layoutOf(
		col("nin", "text", sensitive),
		col("paper", "file", sensitive),
		col("UTME score", "number", sensitive),
		col("Sex", "text", sensitive),
		col("known", "text", { ...sensitive, isPublic: true }),
		{ ...col("more"), showWhen: { fieldId: "nin", is: "one-of" as const, values: ["1"] } },
		{ ...col("other"), showWhen: { fieldId: "nin", is: "answered" as const } },
	);
	const [own, repeated, referees] = ["own", "repeated", "referees"].map((id) => ({
		id,
		title: id,
		rows: layout.sections[0]?.rows.slice(0, 1) ?? [],
	}));
	if (!own || !repeated || !referees) throw new Error("three sections");
	expect(problemsOf(layout).map(({ message }) => message)).toEqual([
		"“paper” cannot be sensitive: files, formatted texts and results are not masked.",
		"“UTME score” cannot be sensitive: it is a column of the applicants list, which is filtered by it.",
		"“Sex” cannot be sensitive: it is a column of the applicants list, which is filtered by it.",
		"“known” is sensitive: it cannot be in the public summary.",
		expect.stringContaining("“nin” is sensitive, and what is asked for would say what was answered."),
	]);
	expect(problemsOf({ sections: [{ ...repeated, repeatable: true }] }).map(({ message }) => message)).toEqual([
		"“nin” cannot be sensitive: applicants can repeat it.",
	]);
	expect(
		problemsOf({
			sections: [
				{ ...referees, refereeSectionType: "academic" },
				{ ...own, rows: [{ id: "r", cols: [col("a")] }] },
			],
		}).map(({ message }) => message),
	).toEqual(["“nin” is answered by a referee: only what applicants answer can be sensitive."]);
});
