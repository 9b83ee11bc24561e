import { json, redirect } from "@remix-run/cloudflare";
import { describe, expect, test } from "vitest";
import { keepPage } from "#app/api/keep-page";
import { isUnanswered } from "#app/api/unanswered";
import { problem, problems } from "#worker/contract/problems";

const send = keepPage<{ error: string; comment: string; section: string | null }>(
	({ problem: { error }, form, searchParams }) => ({
		error,
		comment: String(form.get("comment")),
		section: searchParams.get("section"),
	}),
);

/** Posts a comment to an action that reads it and does what is given. */
const posting = (answer: () => unknown) => {
	const form = new FormData();
	form.set("comment", "Complete file.");
	const request = new Request("https://portal.test/crestfield/applicants/a/edit?section=personal", {
		method: "POST",
		body: form,
	});
	const serverAction = async <T>() => {
		await request.formData();
		return answer() as T;
	};
	return send({ request, params: {}, serverAction } as Parameters<typeof send>[0]);
};

const fail = (error: unknown) => () => {
	throw error;
};

describe("keepPage", () => {
	test("returns the action's response", async () => {
		const answer = { error: "Enter a comment" };
		expect(await posting(() => answer)).toBe(answer);
	});

	test("follows the action's redirect", async () => {
		const away = redirect("/crestfield/applicants");
		await expect(posting(fail(away))).rejects.toBe(away);
	});

	test("shows the page of a final refusal", async () => {
		const refusal = json(problem("not_found"), { status: 404 });
		await expect(posting(fail(refusal))).rejects.toBe(refusal);
	});

	test.each([
		["no line", new TypeError("Failed to fetch"), problems.network.message],
		["a server in between that failed", new Error("<h1>502 Bad Gateway</h1>"), problems.internal.message],
		["services out of reach", json(problem("network"), { status: 503 }), problems.network.message],
	])("returns what was typed for %s", async (_, error, text) => {
		const answer = await posting(fail(error));
		expect(answer).toMatchObject({ error: text, comment: "Complete file.", section: "personal" });
		expect(isUnanswered(answer)).toBe(true);
	});
});
