import * as v from "valibot";
import { expect, test } from "vitest";
import { DesignLayout } from "./form-design";
import type { FormLayout, FormRow, FormSection } from "./form-schema";

const row = (id: string, fieldId: string, repeatable = false): FormRow => ({
	id,
	repeatable,
	cols: [{ fieldId, type: "text", props: { label: fieldId } }],
});
const section = (id: string, rows: FormRow[], repeatable = false): FormSection => ({ id, title: id, repeatable, rows });
const faultsOf = (...sections: FormSection[]) => {
	const layout: FormLayout = { sections };
	return (v.safeParse(DesignLayout, layout).issues ?? []).map(({ message }) => message);
};

test("refuses a name like a repeat of another field", () => {
	expect(faultsOf(section("s", [row("x", "a", true), row("y", "a__2")]))).toEqual([
		"The field “a__2” is called like a repeat of “a”. Give it another id.",
	]);
	expect(faultsOf(section("s", [row("x", "a", true), row("x__3", "b")]))).toEqual([
		"The row “x__3” is called like a repeat of “x”. Give it another id.",
	]);
	expect(faultsOf(section("s", [], true), section("s__12", []))).toEqual([
		"The section “s__12” is called like a repeat of “s”. Give it another id.",
	]);
	expect(faultsOf(section("s", [row("x", "a", true)], true), section("t", [row("y", "a__2__2")]))).toHaveLength(1);
	expect(faultsOf(section("s", [row("x", "a", true), row("y", "a__1", true)], true))).toHaveLength(1);
});

test("accepts a name like a repeat that cannot exist", () => {
	expect(faultsOf(section("s", [row("x", "a"), row("y", "a__2")]))).toEqual([]);
	expect(faultsOf(section("s", [row("x", "a", true), row("y", "a__1"), row("z", "a_2"), row("w", "a__02")]))).toEqual(
		[],
	);
});
