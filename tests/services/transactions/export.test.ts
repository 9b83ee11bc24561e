import { readXlsx } from "hucre/xlsx";
import { expect, test } from "vitest";
import { deliverJobs, keepingQueues } from "#tests/events/delivery";
import { openServicesFixture } from "#tests/services/applicants/services-fixture";
import { createApplicant, createApplication, createTransaction } from "#tests/support/factories";

/** Exports payments, and returns the rows of the file. */
const exportRows = async (
	{ staff, sentJobs, bindings }: Awaited<ReturnType<typeof openFixture>>,
	asked: object,
): Promise<unknown[][]> => {
	const { status, body } = await staff.send<{ taskId: string }>("POST", "/payments/export", asked);
	expect(status).toBe(202);
	await deliverJobs(sentJobs.splice(0), { clock: staff.clock, bindings });
	const file = await staff.request(`/tasks/${body.taskId}/file`);
	const { sheets } = await readXlsx(new Uint8Array(await file.arrayBuffer()));
	return sheets[0]?.rows ?? [];
};

const openFixture = async () => {
	const { bindings, sentJobs } = keepingQueues();
	const staff = await openServicesFixture({ bindings });
	return { bindings, sentJobs, staff, applicant: await createApplicant(staff.application) };
};

test("exports the payments of the chosen application and status alone", async () => {
	const fixture = await openFixture();
	const { staff, applicant } = fixture;
	const elsewhere = await createApplicant(await createApplication(staff.organisation.id));
	const chosen = await createTransaction(applicant, { status: "pending" });
	await createTransaction(applicant, { status: "success" });
	await createTransaction(elsewhere, { status: "pending" });
	const rows = await exportRows(fixture, { applicationId: staff.application.id, statuses: ["PENDING"] });
	expect(rows.slice(1).map(([reference]) => reference)).toEqual([chosen.reference]);
});

test("a row has the payment under its headings: amounts that add up, what went back, moments of the institution, lines", async () => {
	const fixture = await openFixture();
	await createTransaction(fixture.applicant, {
		...{ reference: "EXP-1", rrr: "270012345678", name: "Ada Obi", email: "ada@inbox.example", username: "ada" },
		...{ platform: "REMITA", amount: 1_500_050, gatewayCharge: 16_125, reversedAmount: 500_025 },
		status: "success",
		items: [
			{ name: "Acceptance fee", amount: 1_400_050, currency: "NGN" },
			{ name: "Waived", amount: 0, currency: "NGN" },
			{ name: "Library", amount: 100_000, currency: "NGN" },
		],
		...{ createdAt: Date.UTC(2026, 10, 1, 23, 30), paidAt: Date.UTC(2026, 10, 2, 8, 5) },
	});
	const [headings = [], row = [], ...others] = await exportRows(fixture, {});
	expect(others).toEqual([]);
	expect(headings).toHaveLength(row.length);
	expect(Object.fromEntries(headings.map((heading, at) => [String(heading), row[at]]))).toMatchObject({
		...{ Reference: "EXP-1", RRR: "270012345678", Payer: "Ada Obi", "Payer's Email": "ada@inbox.example" },
		...{ "User Account": "ada", Platform: "Remita", Status: "Success", Currency: "NGN" },
		...{ Amount: 15_000.5, "Gateway fee": 161.25, Total: 15_161.75, Reversed: 5_000.25 },
		...{
			Started: new Date("2026-11-02T00:30:00Z"),
			Paid: new Date("2026-11-02T09:05:00Z"),
			Items: "Acceptance fee: 14000.5; Library: 1000",
		},
	});
	expect(headings).toEqual([
		...["Reference", "RRR", "Payer", "Payer's Email", "User Account", "Application", "Course code", "Course"],
		...["Platform", "Status", "Currency", "Amount", "Gateway fee", "Total", "Reversed", "Started", "Paid", "Items"],
	]);
});

test("exports what was started between two days of the institution, or two moments, the ends among it", async () => {
	const fixture = await openFixture();
	// A day in Lagos begins at 23:00 in UTC.
	const [begins, ends] = [Date.UTC(2026, 9, 31, 23), Date.UTC(2026, 10, 1, 23)];
	for (const [reference, createdAt] of [
		["BEFORE", begins - 1],
		["FIRST", begins],
		["LAST", ends - 1],
		["AFTER", ends],
	] as const)
		await createTransaction(fixture.applicant, { reference, createdAt });
	const exported = async (asked: object) => (await exportRows(fixture, asked)).slice(1).map(([reference]) => reference);
	expect(await exported({ startAt: "2026-11-01", endAt: "2026-11-01" })).toEqual(["LAST", "FIRST"]);
	expect(await exported({ startAt: "2026-11-02" })).toEqual(["AFTER"]);
	expect(await exported({ endAt: "2026-10-31" })).toEqual(["BEFORE"]);
	const moment = (at: number) => new Date(at).toISOString();
	expect(await exported({ startAt: moment(begins), endAt: moment(begins) })).toEqual(["FIRST"]);
	expect(await exported({ startAt: moment(begins - 1), endAt: moment(ends - 1) })).toEqual(["LAST", "FIRST", "BEFORE"]);
});
