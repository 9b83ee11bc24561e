import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { chooseSearchKey, NewInstitution } from "./options";

const wanted = { id: "north", name: "Northern College", admin: "Ada@North.example " };

/** Returns the first message about each option. */
const faultsOf = (options: object): Record<string, string | undefined> => {
	const { issues = [] } = v.safeParse(NewInstitution, { ...wanted, ...options });
	return Object.fromEntries(
		Object.entries(issues.length > 0 ? (v.flatten(issues as [v.BaseIssue<unknown>]).nested ?? {}) : {}).map(
			([name, messages]) => [name, (messages as string[])[0]],
		),
	);
};

describe("the options of a new institution", () => {
	test("are completed, with the address in lower case", () => {
		expect(v.parse(NewInstitution, wanted)).toEqual({
			id: "north",
			name: "Northern College",
			admin: "ada@north.example",
			adminName: "Administrator",
			timeZone: "Africa/Lagos",
			courseAlias: "course",
		});
	});

	test.each([
		["id", "Bad_ID", /^“Bad_ID” is no id/],
		["id", "api", /is an address of the portal itself/],
		["id", undefined, /^Give the id/],
		["name", "  ", "Give the name of the institution."],
		["admin", "ada", "“ada” is not an email address."],
		["admin", undefined, "Give the administrator's email address."],
		["timeZone", "Africa/Atlantis", /^There is no time zone “Africa\/Atlantis”/],
		["shortName", "x".repeat(21), "At most 20 letters."],
	])("name what is wrong with %s %j", (name, value, message) => {
		expect(faultsOf({ [name]: value })).toEqual({
			[name]: typeof message === "string" ? message : expect.stringMatching(message),
		});
	});
});

describe("the letters of the index", () => {
	test("are those of the id, or the next that are free", () => {
		expect(chooseSearchKey("north", new Set())).toBe("nor");
		expect(chooseSearchKey("n-o", new Set())).toBe("nox");
		expect(chooseSearchKey("north", new Set(["nor", "nos"]))).toBe("not");
		expect(chooseSearchKey("zzz", new Set(["zzz"]))).toBe("000");
	});
});
