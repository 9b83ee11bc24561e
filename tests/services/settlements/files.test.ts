import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { writeXlsx } from "hucre/xlsx";
import { describe, expect, test } from "vitest";
import { deliverJobs } from "#tests/events/delivery";
import { headings, lineOf, openSettlements } from "#tests/services/settlements/settlements-fixture";
import { control, openPayments } from "#tests/services/transactions/payments-fixture";
import { createUser, signIn, testDb } from "#tests/support/factories";
import { replacing } from "#tests/support/replacing";
import { serviceApp } from "#tests/support/service-app";
import { events } from "#worker/database/schema/records";
import { paymentEvents, paymentExceptions, transactions } from "#worker/database/schema/transactions";
import { readListRows } from "#worker/gateways/spreadsheets/read-list";
import { settlementsRoutes } from "#worker/services/settlements/routes";

const day = "2026-11-19";

test("a file is matched row by row, shown before anything is kept, and kept once", async () => {
	const money = await openSettlements();
	const [good, other, pending, dollars] = [
		await money.pay(day, { amount: 100_00, gatewayCharge: 2_00 }),
		await money.pay(day, { amount: 50_00 }),
		await money.pay(null, { amount: 30_00 }),
		await money.pay(day, { amount: 20_00, currency: "USD" }),
	];
	const lines = [
		lineOf({ reference: good.reference, day, amount: 102_00, fee: 1_53 }),
		lineOf({ reference: other.reference, day, amount: 49_00 }),
		lineOf({ reference: "NOBODYS", day, amount: 1_00 }),
		lineOf({ reference: pending.reference, day, amount: 30_00 }),
		lineOf({ reference: good.reference, day, amount: 102_00, fee: 1_53 }),
		lineOf({ reference: good.reference, day, amount: 103_00 }),
		lineOf({ reference: "", day, amount: 5_00 }),
		lineOf({ reference: dollars.reference, day, amount: 20_00 }),
	];
	const { status, body, location } = await money.upload("PAYSTACK", lines);
	expect([status, body.platform, body.status, location]).toEqual([
		201,
		"PAYSTACK",
		"reading",
		`/api/payments/settlements/${body.id}`,
	]);
	await money.work(2);
	const found = (await money.file(body.id)).body;
	expect(found).toMatchObject({
		status: "ready",
		rows: 8,
		platform: "PAYSTACK",
		counts: { matched: 1, amount_differs: 2, unknown_reference: 1, not_successful: 1, already_imported: 1, wrong: 2 },
	});
	const rows = (await money.rows(body.id)).body;
	expect(
		rows.data.map(({ rowNumber, outcome, line, reason }) => [rowNumber, outcome, line.transactionId, reason]),
	).toEqual([
		[2, "matched", good.id, null],
		[3, "amount_differs", other.id, "₦50.00 was asked for, and ₦49.00 was paid."],
		[4, "unknown_reference", null, "No payment here has this reference."],
		[5, "not_successful", pending.id, "The payment is pending here. It is checked with the platform."],
		[6, "already_imported", good.id, "This line was imported before."],
		[7, "wrong", good.id, "A line by this reference was imported before: ₦102.00, fee ₦1.53. This one is not kept."],
		[8, "wrong", null, "There is no reference."],
		[9, "amount_differs", dollars.id, "USD was asked for, and NGN was settled."],
	]);
	expect((await money.rows(body.id, "&outcome=amount_differs")).body.resultTotal).toBe(2);
	expect(await money.lines()).toEqual([]);

	const added = await money.ask(`/payments/settlements/${body.id}/add`, "POST");
	expect([added.status, added.location]).toEqual([202, expect.stringMatching(/^\/api\/tasks\//)]);
	await money.work(3);
	expect((await money.file(body.id)).body).toMatchObject({
		status: "added",
		counts: {
			matched: 1,
			amount_differs: 2,
			unknown_reference: 1,
			not_successful: 1,
			already_imported: 1,
			wrong: 2,
			added: 5,
		},
	});
	expect((await money.lines()).map(({ reference, amount, fee, result }) => [reference, amount, fee, result])).toEqual([
		[good.reference, 102_00, 1_53, "matched"],
		[other.reference, 49_00, 0, "amount_differs"],
		["NOBODYS", 1_00, 0, "unknown_reference"],
		[pending.reference, 30_00, 0, "not_successful"],
		[dollars.reference, 20_00, 0, "amount_differs"],
	]);
	const odd = await testDb()
		.select()
		.from(paymentExceptions)
		.where(eq(paymentExceptions.organisationId, money.organisationId));
	expect(odd.map(({ kind, subject }) => [kind, subject]).sort()).toEqual([
		["amount_differs", `${other.id} settled`],
		["currency_differs", `${dollars.id} settled`],
		["paid_but_pending", pending.id],
		["unknown_reference", "PAYSTACK NOBODYS"],
	]);
	const ledger = await testDb().select().from(paymentEvents).where(eq(paymentEvents.transactionId, good.id));
	expect(ledger.map(({ source, outcome, note }) => [source, outcome, note])).toEqual([
		["settlement", "settled", "₦102.00 was settled, less a fee of ₦1.53: row 2 of settled.csv."],
	]);
	const told = await testDb().select().from(events).where(eq(events.organisationId, money.organisationId));
	expect(told.filter(({ type }) => type === "settlements.imported").map(({ payload }) => payload)).toEqual([
		{ importId: body.id, fileName: "settled.csv", platform: "PAYSTACK", matched: 1, unmatched: 4, left: 3 },
	]);

	const again = await money.upload("PAYSTACK", lines.slice(0, 4));
	await money.work();
	expect((await money.file(again.body.id)).body).toMatchObject({ status: "ready", counts: { already_imported: 4 } });
	expect(await money.ask(`/payments/settlements/${again.body.id}/add`, "POST")).toMatchObject({
		status: 422,
		body: { code: "import_adds_nothing" },
	});

	const failed = await money.call(`/payments/settlements/${body.id}/failed-rows`, { headers: money.headers });
	expect(failed.headers.get("content-disposition")).toContain("settled (not matched).xlsx");
	const texts: string[][] = [];
	for await (const { cells } of readListRows(new Uint8Array(await failed.arrayBuffer()), "xlsx")) texts.push(cells);
	expect(texts[0]).toEqual([...headings.split(","), "Error"]);
	expect(texts.slice(1).map((cells) => [cells[0], cells.at(-1)])).toEqual([
		[other.reference, "₦50.00 was asked for, and ₦49.00 was paid."],
		["NOBODYS", "No payment here has this reference."],
		[pending.reference, "The payment is pending here. It is checked with the platform."],
		[good.reference, "A line by this reference was imported before: ₦102.00, fee ₦1.53. This one is not kept."],
		["", "There is no reference."],
		[dollars.reference, "USD was asked for, and NGN was settled."],
	]);
});

test("Remita's lines are found by their RRR, and a payment is settled once by whatever it is called", async () => {
	const money = await openSettlements();
	const paid = await money.pay(day, { platform: "REMITA", rrr: "110012345678", providerReference: "P-1" });
	const file = await money.settle("REMITA", [
		lineOf({ reference: "", rrr: "1100-1234-5678", day, amount: paid.amount }),
	]);
	expect(file.file.counts).toMatchObject({ matched: 1, added: 1 });
	const again = await money.upload("REMITA", [lineOf({ reference: paid.reference, day, amount: paid.amount })]);
	await money.work();
	expect((await money.file(again.body.id)).body.counts).toMatchObject({ already_imported: 1 });
	const elsewhere = await money.upload("PAYSTACK", [lineOf({ reference: paid.reference, day, amount: paid.amount })]);
	await money.work();
	expect((await money.file(elsewhere.body.id)).body.counts).toMatchObject({ unknown_reference: 1 });
});

test("a line that came before its payment was known here is counted once when it comes again", async () => {
	const money = await openSettlements();
	const rrrs = ["110012345678", "110012345679"] as const;
	const lines = rrrs.map((rrr) => lineOf({ reference: "", rrr, day, amount: 50_00 }));
	await money.settle("REMITA", lines);
	expect((await money.lines()).map(({ reference, result }) => [reference, result])).toEqual(
		rrrs.map((rrr) => [rrr, "unknown_reference"]),
	);
	const attached = await money.pay(day, { platform: "REMITA", rrr: rrrs[0], amount: 50_00 });
	const known = await money.pay(day, { platform: "REMITA", amount: 50_00 });
	// As a check does that learns the RRR.
	await testDb().update(transactions).set({ rrr: rrrs[1] }).where(eq(transactions.id, known.id));
	for (const again of [lines, [lineOf({ reference: attached.reference, day, amount: 50_00 })]]) {
		const { body } = await money.upload("REMITA", again);
		await money.work();
		expect((await money.file(body.id)).body.counts).toEqual({ already_imported: again.length });
	}
	await money.settle("REMITA", [...lines, lineOf({ reference: "NEW", day, amount: 1_00 })]);
	expect((await money.day(day, "REMITA")).body).toMatchObject({
		currencies: [{ now: { payments: 2, expected: 100_00, lines: 3, settled: 101_00 } }],
	});
});

describe("a line with several names", () => {
	const settled = async () => {
		const money = await openSettlements();
		const at = { platform: "REMITA", amount: 50_00 };
		const own = await money.pay(day, { ...at, rrr: "330000000001", providerReference: "AT-1" });
		const other = await money.pay(day, { ...at, rrr: "330000000002", providerReference: "AT-2" });
		// Two payments by one RRR, of which only their own references tell them apart.
		const twins = [
			await money.pay(day, { ...at, rrr: "330000000003" }),
			await money.pay(day, { ...at, rrr: "330000000003" }),
		];
		await (await openSettlements()).pay(day, { ...at, reference: "ELSEWHERE" });
		const judge = async (names: { reference: string; rrr?: string; providerReference?: string }) => {
			const { body } = await money.upload("REMITA", [lineOf({ ...names, day, amount: 50_00 })]);
			await money.work();
			const [row] = (await money.rows(body.id)).body.data;
			return [row?.outcome, row?.line.transactionId, row?.reason];
		};
		return { money, own, other, twins, judge };
	};

	test("is that of the payment which any of them identifies", async () => {
		const { own, other, twins, judge } = await settled();
		const [unknown, rrr, providerReference] = ["THEIRS", own.rrr ?? "", "AT-1"];
		for (const names of [
			{ reference: unknown, rrr },
			{ reference: unknown, providerReference },
			{ reference: "ELSEWHERE", rrr },
			{ reference: own.reference, rrr: "990000000000" },
			{ reference: rrr, rrr: "990000000000" },
			{ reference: providerReference, rrr: "990000000000" },
			{ reference: own.reference, rrr, providerReference },
			{ reference: "", rrr: "990000000000", providerReference },
		])
			expect([names, ...(await judge(names))]).toEqual([names, "matched", own.id, null]);
		expect(await judge({ reference: twins[1]?.reference ?? "", rrr: "330000000003" })).toEqual([
			"matched",
			twins[1]?.id,
			null,
		]);
		expect(await judge({ reference: "", rrr: other.rrr ?? "" })).toEqual(["matched", other.id, null]);
	});

	test("is kept by the payment that they agree on, although another one has one of them too", async () => {
		const { money, own, twins } = await settled();
		const [twin] = twins;
		const both = { reference: twin?.reference ?? "", rrr: "330000000003" };
		const odd = { reference: own.reference, providerReference: twins[1]?.reference ?? "" };
		const { file } = await money.settle(
			"REMITA",
			[both, odd].map((names) => lineOf({ ...names, day, amount: 50_00 })),
		);
		expect([file.status, file.counts]).toEqual(["added", expect.objectContaining({ matched: 2, added: 2 })]);
		expect((await money.lines()).map(({ transactionId }) => transactionId)).toEqual([twin?.id, own.id]);
	});

	test("is matched with none where they are of different payments, and says so", async () => {
		const { own, other, twins, judge } = await settled();
		const isOf = (one: string | undefined, another: string | undefined) => [
			"unknown_reference",
			null,
			`Its references are of different payments: ${one} and ${another}. It is matched with none.`,
		];
		expect(await judge({ reference: own.reference, rrr: "330000000002" })).toEqual(
			isOf(own.reference, other.reference),
		);
		expect(await judge({ reference: "THEIRS", rrr: "330000000001", providerReference: "AT-2" })).toEqual(
			isOf(own.reference, other.reference),
		);
		expect(await judge({ reference: "", rrr: "330000000003" })).toEqual(isOf(twins[0]?.reference, twins[1]?.reference));
	});

	test("that are of different payments keeps the line of neither away, and is kept once itself", async () => {
		const { money, own, other } = await settled();
		const lines = [
			lineOf({ reference: own.reference, rrr: other.rrr ?? "", day, amount: 50_00 }),
			lineOf({ reference: own.reference, day, amount: 50_00 }),
			lineOf({ reference: "", rrr: other.rrr ?? "", day, amount: 50_00 }),
		];
		await money.settle("REMITA", lines);
		const name = `${own.reference} / ${other.rrr}`;
		expect(
			(await money.lines()).map(({ reference, result, transactionId }) => [reference, result, transactionId]),
		).toEqual([
			[name, "unknown_reference", null],
			[own.reference, "matched", own.id],
			[other.reference, "matched", other.id],
		]);
		const noted = await testDb()
			.select()
			.from(paymentExceptions)
			.where(eq(paymentExceptions.organisationId, money.organisationId));
		expect(noted).toMatchObject([
			{
				kind: "unknown_reference",
				reference: name,
				reason: expect.stringContaining("of different payments"),
				transactionId: null,
			},
		]);
		const again = await money.upload("REMITA", lines);
		await money.work();
		expect((await money.file(again.body.id)).body.counts).toEqual({ already_imported: 3 });
		// As a check does that learns more of a payment: the line is still of either.
		await testDb().update(transactions).set({ providerReference: "AT-3" }).where(eq(transactions.id, other.id));
		expect((await money.lines())[0]).toMatchObject({ result: "unknown_reference", transactionId: null });
	});

	test("is kept by the payment that was booked between the preview and the import", async () => {
		const money = await openSettlements();
		const { body } = await money.upload("REMITA", [
			lineOf({ reference: "OURS", rrr: "330000000001", day, amount: 50_00 }),
		]);
		await money.work();
		expect((await money.file(body.id)).body.counts).toEqual({ unknown_reference: 1 });
		const booked = await money.pay(day, { platform: "REMITA", reference: "OURS", amount: 50_00 });
		await money.ask(`/payments/settlements/${body.id}/add`, "POST");
		await money.work();
		expect(await money.lines()).toMatchObject([{ reference: "OURS", result: "matched", transactionId: booked.id }]);
	});

	test.each([
		["the platform's reference", { providerReference: "AT-1" }],
		["its RRR", { rrr: "330000000001" }],
	])("follows the payment that learns %s later, although it is kept by another", async (_, learned) => {
		const money = await openSettlements();
		const [paid, other] = [await money.pay(day, { amount: 50_00 }), await money.pay(day, { amount: 50_00 })];
		const line = lineOf({ reference: "THEIRS", ...learned, day, amount: 50_00 });
		await money.settle("PAYSTACK", [line]);
		const learns = (id: string, names: object) =>
			testDb().update(transactions).set(names).where(eq(transactions.id, id));
		await learns(other.id, { rrr: "330000000009", providerReference: "AT-9" });
		expect(await money.lines()).toMatchObject([
			{ reference: "THEIRS", result: "unknown_reference", transactionId: null },
		]);
		await learns(paid.id, learned);
		expect(await money.lines()).toMatchObject([{ result: "matched", transactionId: paid.id }]);
		const again = await money.upload("PAYSTACK", [line]);
		await money.work();
		expect((await money.file(again.body.id)).body.counts).toEqual({ already_imported: 1 });
		const booked = lineOf({ reference: "TWO", ...learned, day, amount: 1_00 });
		await money.settle("PAYSTACK", [booked]);
		expect((await money.lines()).length, "a payment has one line").toBe(1);
	});
});

test("a payment that only Remita knows is booked by the RRR of its line, which then matches", async () => {
	const payments = await openPayments("REMITA");
	const paidAt = Date.now();
	const paidOn = new Date(paidAt + 3_600_000).toISOString().slice(0, 10);
	const [reference, rrr] = [`AT-THE-BANK-${paidAt}`, `33${paidAt}`.slice(0, 12)];
	await control("POST", "/books", { ...payments.standIn, reference, rrr, amount: 250_000, status: "success", paidAt });
	const call = serviceApp([settlementsRoutes], payments.clock, payments.queues.bindings);
	const post = async (path: string, body?: FormData) =>
		(await call(path, { method: "POST", headers: payments.headers, ...(body && { body }) })).json<{ id: string }>();
	const work = () =>
		deliverJobs(
			payments.queues.sentJobs.splice(0).filter(({ errand }) => errand === undefined),
			{ clock: payments.clock, bindings: payments.queues.bindings },
		);
	const form = new FormData();
	form.set("data", JSON.stringify({ name: "settled.csv", platform: "REMITA" }));
	form.set(
		"file",
		new File([[headings, lineOf({ reference: "", rrr, day: paidOn, amount: 250_000 })].join("\r\n")], "settled.csv"),
	);
	const { id } = await post("/payments/settlements", form);
	await work();
	await post(`/payments/settlements/${id}/add`);
	await work();
	const [noted] = await payments.exceptions();
	expect(noted).toMatchObject({ kind: "unknown_reference", reference: rrr, rrr });
	const { status } = await payments.ask(`/payments/exceptions/${noted?.id}/resolution`, "POST", {
		action: "attach",
		candidateId: payments.applicant.id,
	});
	expect(status).toBe(200);
	const [after, ...others] = await payments.exceptions();
	expect([after?.action, others]).toEqual(["attach", []]);
	expect(await payments.read(after?.transactionId ?? "")).toMatchObject({
		reference,
		rrr,
		status: "success",
		amount: 250_000,
	});
	const read = await call(`/payments/days/${paidOn}/REMITA`, { headers: payments.headers });
	expect(await read.json()).toMatchObject({
		currencies: [{ now: { payments: 1, lines: 1, unmatched: 0, difference: 0 } }],
	});
});

test("a workbook is read as a CSV file is, and what is no settlement file is refused with the reason", async () => {
	const money = await openSettlements();
	const paid = await money.pay(day, { amount: 15_000_50 });
	const bytes = await writeXlsx({
		sheets: [
			{
				name: "Settlement",
				rows: [
					["Settlement of Crestfield University"],
					["Transaction Reference", "Transaction Date", "Amount", "Paystack Fees"],
					[paid.reference, new Date(`${day}T10:00:00Z`), 15_000.5, 325],
				],
			},
		],
	});
	const form = new FormData();
	form.set("data", JSON.stringify({ name: "settled.xlsx", platform: "PAYSTACK" }));
	form.set("file", new File([Uint8Array.from(bytes)], "settled.xlsx"));
	const { body } = await money.ask<{ id: string }>("/payments/settlements", "POST", form);
	await money.work();
	const rows = (await money.rows(body.id)).body;
	expect(rows.data).toMatchObject([
		{ outcome: "matched", line: { amount: 15_000_50, fee: 325_00, day, currency: "NGN" } },
	]);

	const list = await money.upload("PAYSTACK", []);
	await money.work();
	expect((await money.file(list.body.id)).body.status).toBe("refused");
	const wrong = new FormData();
	wrong.set("data", JSON.stringify({ name: "people.csv", platform: "REMITA" }));
	wrong.set("file", new File(["Name,Email\nAda,a@b.example"], "people.csv"));
	const people = await money.ask<{ id: string }>("/payments/settlements", "POST", wrong);
	await money.work();
	expect((await money.file(people.body.id)).body).toMatchObject({
		status: "refused",
		refusal:
			"The file has no column “RRR” and no column “Amount” and no column “Date”. Choose a settlement file of the platform.",
	});
	expect(await money.ask(`/payments/settlements/${people.body.id}/add`, "POST")).toMatchObject({ status: 409 });
	expect(await money.ask(`/payments/settlements/${people.body.id}`, "DELETE")).toMatchObject({ status: 200 });
	expect(await money.ask(`/payments/settlements/${people.body.id}`, "DELETE")).toMatchObject({ status: 409 });
});

test("a file without a platform, without a file and of another institution is refused", async () => {
	const money = await openSettlements();
	expect((await money.upload("CASH", [])).body.fields).toMatchObject({ platform: ["Choose a platform."] });
	const form = new FormData();
	form.set("data", JSON.stringify({ name: "a.csv", platform: "PAYSTACK" }));
	expect(await money.ask("/payments/settlements", "POST", form)).toMatchObject({
		status: 422,
		body: { fields: { file: ["Choose a file"] } },
	});
	const { body } = await money.upload("PAYSTACK", [lineOf({ reference: "A", day, amount: 1 })]);
	const other = await openSettlements();
	for (const path of ["", "/rows", "/failed-rows"])
		expect((await other.ask(`/payments/settlements/${body.id}${path}`)).status).toBe(404);
	expect((await other.ask(`/payments/settlements/${body.id}/add`, "POST")).status).toBe(404);
	expect((await other.ask(`/payments/settlements/${body.id}`, "DELETE")).status).toBe(404);
	const reader = await signIn(
		await createUser({ organisationId: money.organisationId, privileges: ["payments:r"] }),
		money.clock.now(),
	);
	expect((await money.ask(`/payments/settlements/${body.id}/add`, "POST", undefined, reader.headers)).status).toBe(403);
	expect((await money.ask(`/payments/settlements/${body.id}`, "GET", undefined, reader.headers)).status).toBe(200);
});

test("a payment that was paid by the file and is pending here is checked with its platform, and then matches", async () => {
	const payments = await openPayments("PAYSTACK");
	const started = await payments.start();
	await payments.turn(started.reference, "http_500");
	await payments.deed(started.reference, "pay");
	await payments.turn(started.reference, "ok");
	const paidOn = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10);
	const call = serviceApp([settlementsRoutes], payments.clock, payments.queues.bindings);
	const work = async () => {
		for (let jobs = payments.queues.sentJobs.splice(0); jobs.length > 0; jobs = payments.queues.sentJobs.splice(0))
			await deliverJobs(
				jobs.filter(({ errand }) => errand === undefined),
				{ clock: payments.clock, bindings: payments.queues.bindings },
			);
	};
	const csv = await fetch(
		`${new URL(started.pageUrl).origin}/paystack/settlements?day=${paidOn}&account=${payments.standIn.account}`,
	).then((response) => response.text());
	expect(csv).toContain(started.reference);
	const form = new FormData();
	form.set("data", JSON.stringify({ name: "settlement.csv", platform: "PAYSTACK" }));
	form.set("file", new File([csv], "settlement.csv"));
	const { id } = await call("/payments/settlements", { method: "POST", headers: payments.headers, body: form }).then(
		(response) => response.json<{ id: string }>(),
	);
	await work();
	await call(`/payments/settlements/${id}/add`, { method: "POST", headers: payments.headers });
	await work();
	expect((await payments.exceptions()).map(({ kind }) => kind)).toEqual(["paid_but_pending"]);
	expect((await payments.read(started.id)).status).toBe("pending");
	expect(await payments.checkDue()).toBe(1);
	expect(await payments.read(started.id)).toMatchObject({ status: "success", paidDay: paidOn });
	const read = await call(`/payments/days/${paidOn}/PAYSTACK`, { headers: payments.headers });
	expect(await read.json()).toMatchObject({
		currencies: [{ now: { payments: 1, lines: 1, unmatched: 0, difference: 0 } }],
	});
	await control("PUT", "/switches", { ...payments.standIn, reference: started.reference, switch: "ok" });
});

describe("what changes between the look-up of a line and its commit counts", () => {
	/** Imports a line, with something that happens in between. */
	const importing = async (
		lineFor: (reference: string) => string,
		inBetween: (money: Money, id: string) => Promise<unknown>,
	) => {
		let meddle: (() => Promise<unknown>) | undefined;
		let isWrite = false;
		const DB = replacing(env.DB, {
			prepare: (query: string) => {
				isWrite ||= /^insert into "settlement_lines"/.test(query);
				return env.DB.prepare(query);
			},
			batch: async (statements: D1PreparedStatement[]) => {
				const now = isWrite ? meddle : undefined;
				if (isWrite) meddle = undefined;
				await now?.();
				return env.DB.batch(statements);
			},
		});
		const money = await openSettlements(["payments:r", "payments:u"], { DB });
		const { id, reference } = await money.pay(null, { amount: 50_00 });
		meddle = () => inBetween(money, id);
		const { file } = await money.settle("PAYSTACK", [lineFor(reference)]);
		expect([file.status, meddle]).toEqual(["added", undefined]);
		const odd = await testDb()
			.select()
			.from(paymentExceptions)
			.where(eq(paymentExceptions.organisationId, money.organisationId));
		const [line, ...others] = await money.lines();
		expect(others).toEqual([]);
		return { id, line, counts: file.counts, noted: odd.map(({ kind, amount }) => [kind, amount]) };
	};
	type Money = Awaited<ReturnType<typeof openSettlements>>;
	const succeeds = (_: Money, id: string) =>
		testDb()
			.update(transactions)
			.set({ status: "success", paidDay: "2026-11-18", paidAt: Date.parse("2026-11-18T09:00:00Z") })
			.where(eq(transactions.id, id));

	test.each([
		[50_00, "matched", []],
		[49_00, "amount_differs", [["amount_differs", 49_00]]],
	])("a payment that is paid: %i are %s", async (amount, result, exceptions) => {
		const { id, line, counts, noted } = await importing((reference) => lineOf({ reference, day, amount }), succeeds);
		expect(line).toMatchObject({ result, transactionId: id, day: "2026-11-18", amount });
		expect(counts).toMatchObject({ [result]: 1, not_successful: 0, added: 1 });
		expect(noted).toEqual(exceptions);
	});

	test("a payment that is booked", async () => {
		const { line, noted } = await importing(
			() => lineOf({ reference: "BOOKED-JUST-NOW", day, amount: 30_00 }),
			(money) => money.pay(day, { reference: "BOOKED-JUST-NOW", amount: 30_00 }),
		);
		expect(line).toMatchObject({ result: "matched", transactionId: expect.any(String) });
		expect(noted).toEqual([]);
	});
});

test("2,000 lines are kept once though each message comes twice", { timeout: 120_000 }, async () => {
	const money = await openSettlements();
	const paid = await money.pay(day, { amount: 100 });
	const lines = Array.from({ length: 2_000 }, (_, n) =>
		lineOf({ reference: n === 0 ? paid.reference : `L${n}`, day, amount: 100 + n }),
	);
	const { body } = await money.upload("PAYSTACK", lines);
	await money.work(2);
	expect((await money.file(body.id)).body.counts).toMatchObject({ matched: 1, unknown_reference: 1_999 });
	await money.ask(`/payments/settlements/${body.id}/add`, "POST");
	await money.work(2);
	expect((await money.file(body.id)).body).toMatchObject({ status: "added", counts: { added: 2_000 } });
	const { body: read } = await money.day(day);
	expect(read).toMatchObject({
		currencies: [{ now: { lines: 2_000, settled: 2_000 * 100 + (1_999 * 2_000) / 2, unmatched: 1_999 } }],
	});
	expect(read.unmatched.length).toBe(100);
	const stored = await testDb()
		.select()
		.from(transactions)
		.where(eq(transactions.organisationId, money.organisationId));
	expect(stored.length).toBe(1);
});
