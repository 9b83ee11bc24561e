import { expect, test } from "vitest";
import { attachmentsOf } from "#app/routes/attachments/list-attachments";
import type { FormSection } from "#worker/contract/forms/form-schema";

const section = (id: string, fieldIds: readonly string[], more: Partial<FormSection> = {}): FormSection => ({
	id,
	title: `Section ${id}`,
	rows: fieldIds.map((fieldId) => ({
		id: fieldId,
		cols: [{ fieldId, type: "file", props: { label: `The ${fieldId}` } }],
	})),
	...more,
});
const file = (id: string, fieldId: string) => ({
	id,
	fieldId,
	title: "Stored title",
	section: "Stored section",
	name: `${id}.png`,
	mimetype: "image/png",
	size: 1,
});
const titlesOf = (layout: readonly FormSection[], ...files: ReturnType<typeof file>[]) =>
	attachmentsOf({ layout: { sections: [...layout] }, attachments: files }).map(({ id, title, section }) => [
		id,
		title,
		section,
	]);

test("lists files in the order of the form, repeats together, unassigned ones last", () => {
	const layout = [section("a", ["one", "two"]), section("b", ["three"])];
	expect(
		titlesOf(layout, file("x", "gone"), file("c", "three"), file("b", "two__2"), file("b1", "two"), file("a", "one")),
	).toEqual([
		["a", "The one", "Section a"],
		["b", "The two", "Section a"],
		["b1", "The two", "Section a"],
		["c", "The three", "Section b"],
		["x", "Stored title", "Stored section"],
	]);
});

test("prefers a field's alternate label", () => {
	const [shown] = [section("a", ["one"])];
	const [row] = shown?.rows ?? [];
	const [col] = row?.cols ?? [];
	if (col) col.props.alternateLabel = "Certificate";
	expect(titlesOf(shown ? [shown] : [], file("a", "one"))).toEqual([["a", "Certificate", "Section a"]]);
});

test("leaves out referees' files and their repeats", () => {
	const layout = [section("a", ["one"]), section("r", ["letter"], { refereeSectionType: "academic" })];
	expect(titlesOf(layout, file("a", "one"), file("l", "letter"), file("l2", "letter__2")).map(([id]) => id)).toEqual([
		"a",
	]);
});
