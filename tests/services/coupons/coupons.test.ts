import { readXlsx } from "hucre/xlsx";
import { beforeEach, describe, expect, test } from "vitest";
import { deliverJobs, keepingQueues } from "#tests/events/delivery";
import { openServicesFixture, type ServicesFixture } from "#tests/services/applicants/services-fixture";
import {
	createApplicant,
	createApplication,
	createTransaction,
	createUser,
	signIn,
	testDb,
} from "#tests/support/factories";
import { bindRole, openTwoPlaces } from "#tests/support/two-places";
import { userRoles } from "#worker/database/schema/auth";
import { couponUses } from "#worker/database/schema/discounts";
import type { Coupon, CouponItem, CouponUse } from "#worker/services/coupons/contract";

let staff: ServicesFixture;
let queues: ReturnType<typeof keepingQueues>;
beforeEach(async () => {
	queues = keepingQueues();
	staff = await openServicesFixture({ bindings: queues.bindings });
});

interface Refused {
	code?: string;
	error?: string;
	fields?: Record<string, string[]>;
}

const create = async (body: object) => {
	const made = await staff.send<Coupon & Refused>("POST", "/coupons", { name: "Early bird", percent: 25, ...body });
	expect([made.status, made.body.fields]).toEqual([201, undefined]);
	return made.body;
};
const itemsOf = async ({ id }: { id: string }, search = "") =>
	(await staff.get<{ data: CouponItem[]; resultTotal: number }>(`/coupons/${id}/items${search}`)).body;
const usesOf = async ({ id }: { id: string }) =>
	(await staff.get<{ data: CouponUse[]; resultTotal: number }>(`/coupons/${id}/uses`)).body;

/** Uses a code for a payment of a new applicant. */
const use = async (coupon: Coupon, position = 0, takenAt = staff.clock.now()) => {
	const applicant = await createApplicant(staff.application);
	const payment = await createTransaction(applicant);
	const { organisationId } = staff.application;
	await testDb().insert(couponUses).values({
		organisationId,
		transactionId: payment.id,
		couponId: coupon.id,
		position,
		amount: 375_000,
		currency: "NGN",
		takenAt,
	});
	return { applicant, payment };
};

test("makes as many codes as are asked for, and more when their number grows", async () => {
	const coupon = await create({ codes: 25, usesPerCode: 1 });
	expect(coupon).toMatchObject({ codes: 25, ownCode: null, status: "active", uses: 0, currency: null });
	const { data, resultTotal } = await itemsOf(coupon, "?size=20");
	expect([resultTotal, data.length, data[0]?.code]).toEqual([25, 20, coupon.firstCode]);
	const { id, firstCode: _, status: __, uses: ___, ...fields } = coupon;
	const fewer = await staff.send<Refused>("PUT", `/coupons/${id}`, { ...fields, codes: 24 });
	expect([fewer.status, fewer.body.code, fewer.body.fields?.codes]).toEqual([
		409,
		"coupon_codes_kept",
		["25 codes were made, and they are kept."],
	]);
	expect((await staff.send("PUT", `/coupons/${id}`, { ...fields, codes: 30 })).status).toBe(200);
	const after = await itemsOf(coupon, "?size=50");
	expect(after.data.slice(0, 20)).toEqual(data);
	expect(new Set(after.data.map(({ code }) => code)).size).toBe(30);
});

test("keeps a code of the institution's own, which no other one may look like", async () => {
	const coupon = await create({ ownCode: " early-bird 26 ", usesPerCode: 500 });
	expect(coupon).toMatchObject({ ownCode: "EARLY-BIRD 26", firstCode: "EARLY-BIRD 26", codes: 1 });
	const alike = await staff.send<Refused>("POST", "/coupons", { name: "Other", percent: 5, ownCode: "EARLYB1RD26" });
	expect([alike.status, alike.body.code]).toEqual([409, "coupon_code_taken"]);
	const foreign = await openServicesFixture();
	const elsewhere = { name: "Other", percent: 5, ownCode: "EARLYBIRD26" };
	expect((await foreign.send("POST", "/coupons", elsewhere)).status, "each institution has its own").toBe(201);
	const { id, firstCode: _, status: __, uses: ___, ...fields } = coupon;
	await staff.send("PUT", `/coupons/${id}`, { ...fields, version: undefined, ownCode: "LATE-OWL" });
	expect((await itemsOf(coupon)).data.map(({ code }) => code)).toEqual(["LATE-OWL"]);
	await staff.send("PUT", `/coupons/${id}`, { ...fields, version: undefined, ownCode: null });
	const [made] = (await itemsOf(coupon)).data;
	expect(made?.code).toMatch(/^\w{4}-\w{4}-\w{4}$/);
	await use(coupon);
	const used = { ...fields, version: undefined, ownCode: "TOO-LATE" };
	expect((await staff.send<Refused>("PUT", `/coupons/${id}`, used)).body.fields?.ownCode).toEqual([
		"This code has been used, so it stays.",
	]);
});

test.each([
	[{ percent: null }, "percent"],
	[{ amount: 500_000, currency: "NGN" }, "amount"],
	[{ percent: null, amount: 500_000 }, "currency"],
	[{ ownCode: "EARLY-BIRD", codes: 2 }, "ownCode"],
	[{ startsAt: 2_000_000_000_000, endsAt: 1_900_000_000_000 }, "endsAt"],
	[{ applicationIds: ["nowhere"] }, "applicationIds"],
	[{ percent: 101 }, "percent"],
	[{ percent: 12.5 }, "percent"],
	[{ amount: -1, percent: null, currency: "NGN" }, "amount"],
	[{ codes: 5_001 }, "codes"],
	[{ ownCode: "SHORT" }, "ownCode"],
	[{ ownCode: "<script>" }, "ownCode"],
	[{ paymentKinds: ["TUITION"] }, "paymentKinds"],
])("refuses %o beside the field", async (body, field) => {
	const refused = await staff.send<Refused>("POST", "/coupons", { name: "Wrong", percent: 5, ...body });
	expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([
		422,
		[expect.stringMatching(new RegExp(`^${field}`))],
	]);
});

test("says in which state a code is, and filters by it, by application and by the code itself", async () => {
	const now = staff.clock.now();
	const day = 86_400_000;
	const other = await createApplication(staff.organisation.id);
	const made = {
		active: await create({ name: "Active", startsAt: now - day, endsAt: now + day, applicationIds: [other.id] }),
		scheduled: await create({ name: "Scheduled", startsAt: now + day }),
		expired: await create({ name: "Expired", endsAt: now - day, ownCode: "LAST-YEAR" }),
		used_up: await create({ name: "Used up", usesPerCode: 1 }),
		off: await create({ name: "Off", active: false }),
	};
	await use(made.used_up);
	const names = async (search: string) =>
		(await staff.get<{ data: Coupon[] }>(`/coupons?${search}`)).body.data.map(({ name }) => name);
	for (const [status, { name }] of Object.entries(made)) expect(await names(`status=${status}`)).toEqual([name]);
	expect(await names("keyword=last%20y3ar")).toEqual([]);
	expect(await names("keyword=lastyear")).toEqual(["Expired"]);
	expect(await names(`keyword=${made.off.firstCode.toLowerCase()}`)).toEqual(["Off"]);
	expect(await names("keyword=used")).toEqual(["Used up"]);
	expect(await names(`applicationId=${staff.application.id}`)).not.toContain("Active");
	expect(await names(`applicationId=${other.id}`)).toHaveLength(5);
});

describe("uses", () => {
	test("are shown with payment and applicant, the newest first", async () => {
		const coupon = await create({ codes: 3, usesPerCode: 2 });
		const first = await use(coupon, 1, 1_000);
		const second = await use(coupon, 1, 2_000);
		const { data, resultTotal } = await usesOf(coupon);
		expect([resultTotal, data.map(({ reference }) => reference)]).toEqual([
			2,
			[second.payment.reference, first.payment.reference],
		]);
		const items = await itemsOf(coupon);
		expect(data[0]).toEqual({
			transactionId: second.payment.id,
			code: items.data[1]?.code,
			reference: second.payment.reference,
			status: "success",
			amount: 375_000,
			currency: "NGN",
			usedAt: 2_000,
			applicant: {
				id: second.applicant.id,
				name: [second.applicant.firstName, second.applicant.middleName, second.applicant.lastName]
					.filter(Boolean)
					.join(" "),
				applicationNumber: second.applicant.applicationNumber,
			},
		});
		expect(items.data.map(({ uses }) => uses)).toEqual([0, 2, 0]);
		expect(items.data[1]?.lastUse).toEqual(data[0]);
		expect((await itemsOf(coupon, "?used=true")).data.map(({ position }) => position)).toEqual([1]);
		expect((await itemsOf(coupon, "?used=false")).resultTotal).toBe(2);
		const part = items.data[2]?.code.slice(2, 9).toLowerCase();
		expect((await itemsOf(coupon, `?keyword=${part}`)).data.map(({ position }) => position)).toEqual([2]);
	});

	test("name no applicant to users who may not see applicants", async () => {
		const coupon = await create({});
		await use(coupon);
		const user = await createUser({ organisationId: staff.organisation.id, privileges: ["coupons:r"] });
		const { headers } = await signIn(user, staff.clock.now());
		const response = await staff.request(`/coupons/${coupon.id}/uses`, { headers });
		expect((await response.json<{ data: CouponUse[] }>()).data).toMatchObject([{ applicant: null, amount: 375_000 }]);
	});

	test("name the applicants of the places where the user may see applicants", async () => {
		const { organisationId, inside } = await openTwoPlaces();
		const user = await createUser({ organisationId, privileges: ["coupons:r"] });
		const colleague = await createUser({ organisationId, privileges: ["candidate:r"] });
		await testDb()
			.insert(userRoles)
			.values({ organisationId, userId: user.id, roleId: `role-${colleague.id}` });
		await bindRole({ organisationId, userId: user.id, roleId: `role-${colleague.id}` }, "science");
		const { headers } = await signIn(user, staff.clock.now());
		const named = async (key: string, list: "items" | "uses") => {
			const response = await staff.request(`/coupons/${key}-coupon/${list}`, { headers });
			return (await response.text()).match(/"applicant":(null|\{"id":"[^"]*)/)?.[1];
		};
		for (const list of ["items", "uses"] as const) {
			expect(await named("inside", list)).toBe(`{"id":"${inside.id}`);
			expect(await named("outside", list)).toBe("null");
		}
	});

	test("keep a discount code from being deleted, until they are released", async () => {
		const coupon = await create({});
		const { payment } = await use(coupon);
		const refused = await staff.send<Refused>("DELETE", `/coupons/${coupon.id}`);
		expect([refused.status, refused.body.code, refused.body.error]).toEqual([
			409,
			"coupon_in_use",
			"“Early bird” has been used, so it cannot be deleted. Switch it off instead.",
		]);
		await testDb().update(couponUses).set({ releasedAt: 5 });
		expect((await usesOf(coupon)).resultTotal).toBe(0);
		expect((await staff.send("DELETE", `/coupons/${coupon.id}`)).status).toBe(200);
		const left = await testDb().select().from(couponUses);
		expect(left.filter(({ transactionId }) => transactionId === payment.id)).toEqual([]);
	});
});

test("exports the codes and their uses as a workbook without names", async () => {
	const coupon = await create({ codes: 2, usesPerCode: 1 });
	const { payment, applicant } = await use(coupon, 1);
	const started = await staff.send<{ taskId: string }>("POST", `/coupons/${coupon.id}/export`, undefined, "export-1");
	expect(started.status).toBe(202);
	await deliverJobs(queues.sentJobs.splice(0), { clock: staff.clock, bindings: queues.bindings });
	const file = await staff.request(`/tasks/${started.body.taskId}/file`);
	expect(file.headers.get("content-disposition")).toMatch(/Codes of Early bird \d{4}-\d\d-\d\d \d\d\.\d\d\.xlsx/);
	const { sheets } = await readXlsx(new Uint8Array(await file.arrayBuffer()));
	const { data } = await itemsOf(coupon);
	expect(sheets.map(({ name, rows }) => [name, rows.length])).toEqual([
		["Codes", 3],
		["Uses", 2],
	]);
	expect(sheets[0]?.rows.slice(1)).toEqual(data.map(({ code, uses }) => [code, uses, 1]));
	expect(sheets[1]?.rows[1]).toEqual([
		data[1]?.code,
		expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/),
		payment.reference,
		"success",
		3_750,
		"NGN",
	]);
	expect(JSON.stringify(sheets)).not.toContain(applicant.lastName);
});
