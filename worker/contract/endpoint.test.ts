import * as v from "valibot";
import { expect, test } from "vitest";
import { defineEndpoint, type EndpointResult } from "#worker/contract/endpoint";
import { fail, ok } from "#worker/contract/result";

const endpoint = defineEndpoint({
	method: "GET",
	path: "/reasons/:id",
	summary: "A reason.",
	section: "§5",
	access: "signed-in",
	params: v.object({ id: v.string() }),
	response: v.object({ id: v.string() }),
	problems: ["reason_in_use"],
});

type Answer = EndpointResult<typeof endpoint>;

test("a handler returns its response, its declared problems and those that its declaration implies", () => {
	const answers: Answer[] = [ok({ id: "1" }), fail("reason_in_use"), fail("not_found")];
	expect(answers.map(({ ok }) => ok)).toEqual([true, false, false]);
});

test("a problem that the endpoint does not declare does not compile", () => {
	// @ts-expect-error
	const undeclared: Answer = fail("reason_exists");
	// @ts-expect-error: it has no body, so nothing in it can be invalid
	const ofBody: Answer = fail("invalid");
	expect([undeclared, ofBody].map(({ ok }) => ok)).toEqual([false, false]);
});
