import { expect, test } from "vitest";
import { parseScope } from "#app/shell/palette/scope";

test("the first character narrows the search", () => {
	expect(parseScope("@ada")).toEqual({ scope: "applicants", query: "ada" });
	expect(parseScope("#PAY-1")).toEqual({ scope: "transactions", query: "PAY-1" });
	expect(parseScope("> dark")).toEqual({ scope: "commands", query: "dark" });
	expect(parseScope(" /users ")).toEqual({ scope: "pages", query: "users" });
});

test("searches everything without a sign", () => {
	expect(parseScope("ada@mail.example")).toEqual({ scope: "all", query: "ada@mail.example" });
	expect(parseScope("CU/26/104882")).toEqual({ scope: "all", query: "CU/26/104882" });
	expect(parseScope("")).toEqual({ scope: "all", query: "" });
});
