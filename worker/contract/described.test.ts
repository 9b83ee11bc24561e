import { toJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import { expect, test } from "vitest";
import { described, flag, moment, text, whole } from "./described";

const Row = described(
	v.object({
		name: text("The name."),
		nick: v.optional(text("Another name.")),
		age: v.nullable(whole("Years.")),
		isOpen: flag("Whether it is open."),
		at: moment("When it was made."),
	}),
	"A row.",
);

test("a described schema checks as before, and has its description in JSON Schema", () => {
	const row = { name: "Ada", age: null, isOpen: true, at: 1 };
	expect(v.parse(v.array(Row), [row])).toEqual([row]);
	expect(v.safeParse(Row, { ...row, name: 1 }).issues).toMatchObject([{ path: [{ key: "name" }] }]);
	expect(v.parse(v.strictObject({ ...Row.entries, more: v.literal(1) }), { ...row, more: 1 })).toMatchObject(row);
	expect(toJsonSchema(Row)).toMatchObject({
		description: "A row.",
		required: ["name", "age", "isOpen", "at"],
		properties: {
			name: { type: "string", description: "The name." },
			nick: { type: "string", description: "Another name." },
			age: { anyOf: [{ type: "integer", description: "Years." }, { type: "null" }] },
			at: { type: "integer", description: "When it was made. In UTC milliseconds." },
		},
	});
});
