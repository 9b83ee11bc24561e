import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { findDatabase } from "./find-database.mjs";

const state = mkdtempSync(join(tmpdir(), "matricula-sums-"));
afterAll(() => rmSync(state, { recursive: true }));

const run = promisify(execFile);

/** Runs the command, as `npm run sums -- …` does. @returns its exit code and what it printed */
const sums = (...args: string[]): Promise<{ code: number; stdout: string }> =>
	run(process.execPath, ["worker/local/sums.mjs", "--persist-to", state, ...args]).then(
		({ stdout }) => ({ code: 0, stdout }),
		(failure: { code: number; stdout: string }) => failure,
	);

const change = (sql: string) => {
	const database = new DatabaseSync(findDatabase(state) ?? "");
	database.exec(sql);
	database.close();
};

test("the command fails while a sum differs from what is counted, says which, and makes it anew", {
	timeout: 180_000,
}, async () => {
	expect(await sums()).toMatchObject({
		code: 0,
		stdout: expect.stringMatching(/^revenue_periods: every sum is right$/m),
	});
	change(`INSERT INTO transactions (organisation_id, id, reference, application_id, email, name, username, amount, gateway_charge,
			platform, status, items, paid_amount, paid_at, paid_day, search_text, created_at, updated_at)
		VALUES ('west', 't1', 'PAY-1', 'a1', 'ada@west.example', 'Ada', 'ada', 5000, 100,
			'PAYSTACK', 'success', '[]', 5100, 1, '2026-11-20', '', 1, 1)`);
	expect(await sums(), "the triggers keep the sums").toMatchObject({ code: 0 });

	change("UPDATE revenue_periods SET payments = payments + 1 WHERE period = '2026-11-20'");
	const wrong = await sums();
	expect(wrong.code).toBe(1);
	expect(wrong.stdout).toMatch(/^revenue_periods: 2 differences$/m);
	expect(wrong.stdout).toMatch(/^submission_spans: every sum is right$/m);
	expect(wrong.stdout).toContain("npm run sums -- --rebuild");

	const rebuilt = await sums("--rebuild");
	expect(rebuilt).toMatchObject({ code: 0 });
	expect(rebuilt.stdout).not.toContain("differences");
	expect(await sums(), "they stay right").toMatchObject({ code: 0 });
});
