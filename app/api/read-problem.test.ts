import { expect, test } from "vitest";
import { readProblem } from "#app/api/read-problem";
import { problem, problems } from "#worker/contract/problems";

test("returns the problem of a response that is ours, with its status", async () => {
	const sent = problem("not_found");
	expect(await readProblem(Response.json(sent, { status: 404 }))).toEqual({ ...sent, status: 404 });
});

test.each([
	["the status text", "Bad Gateway", "Bad Gateway"],
	["the general text, without a status text", "", problems.internal.message],
])("of another server's response it returns %s", async (_, statusText, error) => {
	const answer = new Response("<h1>502</h1>", { status: 502, statusText });
	expect(await readProblem(answer)).toEqual({ code: "internal", status: 502, error });
});
