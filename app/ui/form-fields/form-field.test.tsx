import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { FormField } from "#app/ui/form-fields/form-field";
import { readEntries } from "#app/ui/form-fields/read-entries";
import { checkAnswers } from "#worker/contract/forms/form-rules";
import { type FieldProps, type FormCol, fieldTypes } from "#worker/contract/forms/form-schema";
import { layOut, type SlotSection, slotsOf } from "#worker/contract/forms/form-slots";
import { places } from "#worker/contract/forms/places.server";

const sectionsOf = (col: FormCol): SlotSection[] =>
	layOut(
		{
			layout: { sections: [{ id: "s", title: "S", rows: [{ id: "r", cols: [col] }] }] },
			data: {},
			repeats: { sections: {}, rows: {} },
		},
		"applicant",
	);

const draw = (sections: readonly SlotSection[], answer?: unknown): string =>
	slotsOf(sections)
		.map((slot) => renderToStaticMarkup(<FormField slot={slot} answer={answer} places={places} />))
		.join("");

const attribute = (tag: string, name: string): string | undefined => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];

/** What somebody writes into an input, by what kind of text it wants. */
const texts: Record<string, string> = { email: "ada@mail.example", tel: "0803 123 4567", date: "2024-02-29" };

const firstChoice = (select: string): string | undefined =>
	[...select.matchAll(/<option([^>]*)>([^<]*)</g)]
		.map(([, option = "", text]) => attribute(option, "value") ?? text)
		.find(Boolean);

/** What a tag sends when somebody writes into it, ticks it, or chooses the first of its choices. */
const sentBy = (tag: string): string | File | undefined => {
	if (tag.startsWith("<select")) return firstChoice(tag);
	const type = attribute(tag, "type") ?? "text";
	if (type === "file") return new File(["x"], "a.pdf");
	if (["hidden", "checkbox", "radio"].includes(type)) return attribute(tag, "value");
	return attribute(tag, "inputMode") === "decimal" ? "12.5" : (texts[type] ?? "Okafor");
};

/** A page on which everything is answered that can be. */
const fillIn = (html: string): FormData => {
	const form = new FormData();
	for (const [tag] of html.matchAll(/<select.*?<\/select>|<textarea[^>]*>|<input[^>]*>/gs)) {
		const [name, value] = [attribute(tag, "name"), sentBy(tag)];
		const isTaken = attribute(tag, "type") === "radio" && name !== undefined && form.has(name);
		if (name !== undefined && value !== undefined && !isTaken) form.append(name, value);
	}
	return form;
};

const options = [
	{ value: "a", label: "A" },
	{ value: "b", label: "B" },
];
const sources = [undefined, "nigeria-states-lga", "countries", "planets"];

test.each(
	[...fieldTypes, "hologram"].flatMap((type) =>
		sources.flatMap((source) =>
			[undefined, [], options].map((offered): [string, Partial<FieldProps>] => [type, { source, options: offered }]),
		),
	),
)("every part of a %s of %j has an input", (type, props) => {
	const sections = sectionsOf({ fieldId: "field", type, props: { ...props, label: "The field", required: true } });
	const { answers, files } = readEntries(sections, fillIn(draw(sections)));
	const attached = [...files.keys()].map((fieldId) => ({ fieldId }));
	expect(checkAnswers(sections, { data: answers, files: attached }, places)).toEqual({});
	expect(checkAnswers(sections, { data: {}, files: [] }, places)).not.toEqual({});
});

test("a box with words for both states asks yes or no, nothing preset, and one that must be ticked stays a box", () => {
	const props = { label: "Advice", trueDisplay: "Recommended", falseDisplay: "Not recommended" };
	const asked = draw(sectionsOf({ fieldId: "field", type: "checkbox", props }));
	expect(asked.match(/type="radio"/g)).toHaveLength(2);
	expect(asked).not.toMatch(/\schecked|Not ticked/);
	const declared = draw(sectionsOf({ fieldId: "field", type: "checkbox", props: { ...props, required: true } }));
	expect(declared).toMatch(/type="checkbox"/);
	expect(declared).not.toContain('type="radio"');
});

test("the details of a result have inputs, with or without a value, and one more sitting can be added", () => {
	const sections = sectionsOf({ fieldId: "results", type: "neco-result", props: { label: "Results" } });
	const sitting = {
		firstName: "Ada",
		lastName: "Eze",
		registrationNumber: "1",
		gender: "female",
		subjects: [{ name: "Mathematics", shortName: "MTH", grade: "B3" }],
	};
	const [none, two] = [draw(sections), draw(sections, [sitting, sitting])];
	expect(none).toContain('name="results.firstName.0"');
	expect(none).not.toContain("results.firstName.1");
	for (const index of [0, 1])
		expect(two).toMatch(new RegExp(`<input[^>]*name="results.firstName.${index}"[^>]*value="Ada"`));
	expect(two).toMatch(/<details>.*<input[^>]*name="results.firstName.2"/s);
	expect(two).toContain('<option value="female" selected="">Female</option>');
});

test.each<[string, string, Partial<FieldProps>, unknown, string[]]>([
	["an option", "select", { options }, "gone", ["gone (not offered)"]],
	["an option of a few", "radio", { options }, "gone", ["gone (not offered)"]],
	["a country", "select", { source: "countries" }, "Biafra", ["Biafra (not offered)"]],
	[
		"a place",
		"select",
		{ source: "nigeria-states-lga" },
		{ state: "Bendel", lga: "Asaba" },
		["Bendel (not in the list)", "Asaba (not in the list)"],
	],
])("%s that is no longer offered can still be chosen, and says so", (_name, type, props, answer, said) => {
	const sections = sectionsOf({ fieldId: "field", type, props: { ...props, label: "The field" } });
	const text = draw(sections, answer).replace(/<!-- -->|<[^>]*>/g, "");
	for (const part of said) expect(text).toContain(part);
});

test("a field of an unknown type is a text field, and says so", () => {
	const html = draw(sectionsOf({ fieldId: "field", type: "hologram", props: { label: "Aura" } }), { colour: "blue" });
	expect(html).toMatch(/value="colour: blue"/);
	expect(html.replace(/<!-- -->/g, "")).toContain("Unknown field type “hologram”: shown as a text.");
});

test("the editor of a formatted text is 500 px high, where the screen allows it", () => {
	const html = draw(sectionsOf({ fieldId: "about", type: "wysiwyg", props: { label: "About you" } }));
	expect(attribute(/<textarea[^>]*>/.exec(html)?.[0] ?? "", "class")).toContain("h-[min(500px,55dvh)]");
});
