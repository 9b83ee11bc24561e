import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { testClock } from "#tests/support/clock";
import {
	createApplicant,
	createApplication,
	createOrganisation,
	createTransaction,
	createUser,
	signIn,
	testDb,
} from "#tests/support/factories";
import { serviceApp } from "#tests/support/service-app";
import { applicants } from "#worker/database/schema/applicants";
import { transactions } from "#worker/database/schema/transactions";
import type { FoundPayment, Transaction } from "#worker/services/transactions/contract";
import { transactionsRoutes } from "#worker/services/transactions/routes";

const call = serviceApp([transactionsRoutes]);
const day = (date: string) => Date.parse(`${date}T12:00:00Z`);

const openFixture = async () => {
	const { id: organisationId } = await createOrganisation();
	const [first, second] = [await createApplication(organisationId), await createApplication(organisationId)];
	const { headers } = await signIn(await createUser({ organisationId, privileges: ["payments:r"] }));
	const ofFirst = await createApplicant(first, { email: "ngozi.eze@mail.example" });
	const ofSecond = await createApplicant(second, { email: "musa@mail.example" });
	await createTransaction(ofFirst, {
		id: "one",
		reference: "PAY-ABCD",
		name: "Ngozi Eze",
		status: "success",
		createdAt: day("2026-11-01"),
		paidAt: day("2026-11-01"),
		paidDay: "2026-11-01",
	});
	await createTransaction(ofFirst, {
		id: "two",
		reference: "270099",
		rrr: "310012345678",
		platform: "REMITA",
		status: "pending",
		name: "Eze Family Account",
		createdAt: day("2026-11-02"),
	});
	await createTransaction(ofSecond, {
		id: "three",
		reference: "ISW-x9",
		platform: "INTERSWITCH",
		status: "failed",
		name: "Ọlá Musa",
		createdAt: day("2026-11-03"),
	});
	return { first, headers, ofFirst, ofSecond };
};
let here: Awaited<ReturnType<typeof openFixture>>;
beforeAll(async () => {
	here = await openFixture();
	await openFixture().catch(() => undefined);
});

const get = async <T>(path: string) => (await call(path, { headers: here.headers })).json<T>();
const list = (query = "") =>
	get<{ data: Transaction[]; resultTotal: number; resultTotalIsExact: boolean }>(`/payments${query}`);
const idsOf = async (query: string) => (await list(query)).data.map(({ id }) => id);

test("an applicant has paid once a payment was successful, and not before", async () => {
	const paidOf = async ({ id }: { id: string }) => {
		const [row] = await testDb().select({ paidAt: applicants.paidAt }).from(applicants).where(eq(applicants.id, id));
		return row?.paidAt;
	};
	expect([await paidOf(here.ofFirst), await paidOf(here.ofSecond)]).toEqual([day("2026-11-01"), null]);
	const pending = await createTransaction(here.ofSecond, { id: "four", status: "pending", createdAt: 1 });
	const settle = testDb().update(transactions).set({ status: "success", paidAt: 7, paidDay: "1970-01-01" });
	await settle.where(eq(transactions.id, pending.id));
	expect(await paidOf(here.ofSecond)).toBe(7);
	await testDb().update(transactions).set({ applicantId: here.ofFirst.id }).where(eq(transactions.id, pending.id));
	expect([await paidOf(here.ofFirst), await paidOf(here.ofSecond)]).toEqual([7, null]);
	await testDb().delete(transactions).where(eq(transactions.id, pending.id));
});

test("of several days of payment come with the latest day first, and no others", async () => {
	const { first, ofFirst, ofSecond, headers } = await openFixture();
	const pay = (of: typeof ofFirst, id: string, paidDay: string, started: string) =>
		createTransaction(of, { id, paidDay, createdAt: day(started), paidAt: day(paidDay) });
	await pay(ofFirst, "late", "2026-11-02", "2026-10-30");
	await pay(ofFirst, "old", "2026-11-04", "2026-10-20");
	await pay(ofFirst, "new", "2026-11-04", "2026-11-04");
	await pay(ofSecond, "other", "2026-11-05", "2026-11-01");
	await pay(ofSecond, "after", "2026-11-09", "2026-11-05");
	const found = async (query: string) => {
		const { data, resultTotal, resultTotalIsExact } = await (await call(`/payments?${query}`, { headers })).json<
			Awaited<ReturnType<typeof list>>
		>();
		return [resultTotal, resultTotalIsExact, ...data.map(({ id }) => id)];
	};
	const days = "paidFrom=2026-11-02&paidTo=2026-11-05";
	expect(await found(days)).toEqual([4, true, "other", "new", "old", "late"]);
	expect(await found(`${days}&size=2&page=1`)).toEqual([4, true, "old", "late"]);
	expect(await found(`${days}&applicationId=${first.id}`)).toEqual([3, true, "new", "old", "late"]);
	expect(await found(`${days}&name=nobody`)).toEqual([0, true]);
	expect(await found(`${days}&status=SUCCESS&platform=PAYSTACK&startDate=2026-11-01`)).toEqual([
		2,
		true,
		"other",
		"new",
	]);
	expect(await found(`${days}&status=PENDING`)).toEqual([0, true]);
	expect(await found("paidFrom=2026-11-05")).toEqual([2, true, "after", "other"]);
	expect(await found("paidTo=2026-11-01")).toEqual([1, true, "one"]);
	expect(await found("paidFrom=2026-11-05&paidTo=2026-11-02")).toEqual([0, true]);
});

test("are found for the palette by words that name a status, a platform and days", async () => {
	const { ofFirst, headers } = await openFixture();
	const at = serviceApp([transactionsRoutes], testClock(day("2026-11-03")));
	const search = async (q: string) => {
		const response = await at(`/payments/search?q=${encodeURIComponent(q)}`, { headers });
		return (await response.json<{ payments: FoundPayment[] }>()).payments.map(({ id }) => id);
	};
	expect(await search("pending")).toEqual(["two"]);
	expect(await search("Successful")).toEqual(["one"]);
	expect(await search("interswitch")).toEqual(["three"]);
	expect(await search("today")).toEqual(["three"]);
	expect(await search("yesterday remita")).toEqual(["two"]);
	expect(await search("this week")).toEqual(["three", "two"]);
	expect(await search("pending remita yesterday")).toEqual(["two"]);
	expect(await search("eze pending")).toEqual(["two"]);
	expect(await search("eze failed")).toEqual([]);
	expect(await search("failed yesterday")).toEqual([]);
	await createTransaction(ofFirst, { id: "named", name: "Success Pending", status: "failed", createdAt: 1 });
	expect(await search("success pending"), "what narrows to nothing may be a name").toEqual(["named"]);
	expect(await search("3100 1234 5678"), "an RRR as it is printed").toEqual(["two"]);
	const { headers: elsewhere } = await signIn(
		await createUser({ organisationId: (await createOrganisation()).id, privileges: ["payments:r"] }),
	);
	const other = await at("/payments/search?q=pending", { headers: elsewhere });
	expect(await other.json()).toEqual({ payments: [] });
});

describe("the transactions of an institution", () => {
	test("come newest first, counted, and page by page", async () => {
		expect(await idsOf("")).toEqual(["three", "two", "one"]);
		expect(await list("?size=2")).toMatchObject({ resultTotal: 3, resultTotalIsExact: true });
		expect(await idsOf("?size=2&page=1")).toEqual(["one"]);
	});

	test.each([
		["?status=PENDING", ["two"]],
		["?status=SUCCESS&platform=PAYSTACK", ["one"]],
		["?platform=interswitch", ["three"]],
		["?startDate=2026-11-02", ["three", "two"]],
		["?startDate=2026-11-02&endDate=2026-11-02", ["two"]],
		["?endDate=2026-10-31", []],
		["?name=ngozi", ["two", "one"]],
		["?name=ngozi.eze@mail.example", ["two", "one"]],
		["?name=pay-ab", ["one"]],
		["?name=3100123", ["two"]],
		["?name=ola", ["three"]],
		["?name=eze%20family", ["two"]],
		["?name=eze&status=SUCCESS", ["one"]],
		["?name=%2F%2F", []],
	])("are filtered by %s", async (query, expected) => {
		const found = await list(query);
		expect([query, found.data.map(({ id }) => id), found.resultTotal]).toEqual([query, expected, expected.length]);
	});

	test("are filtered by application, and the counts with it", async () => {
		const found = await list(`?applicationId=${here.first.id}`);
		expect([found.data.map(({ id }) => id), found.resultTotal]).toEqual([["two", "one"], 2]);
		expect((await list("?applicationId=unknown")).resultTotal).toBe(0);
	});

	test("are found for the palette by the same words, the newest first; without a text the newest", async () => {
		const search = async (q: string) =>
			(await get<{ payments: FoundPayment[] }>(`/payments/search?q=${q}`)).payments.map(({ id }) => id);
		expect(await search("")).toEqual(["three", "two", "one"]);
		expect(await search("310012345678")).toEqual(["two"]);
		expect(await search("eze")).toEqual(["two", "one"]);
		expect(await search("nobody")).toEqual([]);
		const { payments } = await get<{ payments: FoundPayment[] }>("/payments/search?q=310012345678");
		expect(payments).toMatchObject([{ platform: "REMITA", status: "pending", createdAt: day("2026-11-02") }]);
	});
});
