import { readdirSync } from "node:fs";
import * as v from "valibot";
import { expect, test } from "vitest";
import { OrganisationId } from "./ids";
import { NewOrganisationId, reservedNames } from "./reserved-names";

test.each(["api", "build", "fonts", "cdn-cgi", "portal", "contacts"])("refuses %s as an institution's name", (id) => {
	const { issues } = v.safeParse(NewOrganisationId, id);
	expect(issues?.map(({ message }) => message)).toEqual([
		`“${id}” is an address of the portal itself. Choose another id for the institution.`,
	]);
});

test("accepts every other name that fits into an address", () => {
	expect(v.parse(NewOrganisationId, "apia")).toBe("apia");
	expect(v.is(NewOrganisationId, "API")).toBe(false);
});

test("every entry in the folder of static files is reserved, or no valid id", () => {
	const taken = readdirSync("public").filter((name) => v.is(OrganisationId, name) && !reservedNames.includes(name));
	expect(taken).toEqual([]);
});
