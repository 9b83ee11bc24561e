import { describe, expect, it } from "vitest";
import { openServicesFixture, rowsOf } from "#tests/services/applicants/services-fixture";
import { createUser, signIn, testDb } from "#tests/support/factories";
import { notifications } from "#worker/database/schema/records";

const types = ["BACKGROUND_TASK", "APPLICATION_SUBMISSION_SUMMARY", "RE_QUERY_PAYMENT"] as const;

/** Opens a fixture whose user has `count` notifications and whose colleague has one. */
const withNotifications = async (count: number) => {
	const staff = await openServicesFixture();
	const organisationId = staff.organisation.id;
	const colleague = await createUser({ organisationId });
	for (let n = 0; n < count; n++)
		await testDb()
			.insert(notifications)
			.values({
				organisationId,
				userId: staff.user.id,
				id: `notice-${n}`,
				type: types[n % 3] ?? "BACKGROUND_TASK",
				message: "{}",
				createdAt: Math.floor(n / 2),
			});
	await testDb().insert(notifications).values({
		organisationId,
		userId: colleague.id,
		id: "colleagues",
		type: "BACKGROUND_TASK",
		message: "{}",
		createdAt: 1,
	});
	const counts = async () => (await staff.get("/statistics/notifications")).body;
	return { staff, colleague, counts };
};

interface Page {
	data: { id: string; type: string; read: boolean }[];
	resultTotal: number;
	size: number;
}

describe("a user's notifications", () => {
	it("are listed newest first in pages of 15, each once", async () => {
		const { staff } = await withNotifications(32);
		const pages = [];
		for (const page of [0, 1, 2, 3]) pages.push((await staff.get<Page>(`/notifications?page=${page}`)).body);
		expect(pages.map(({ data }) => data.length)).toEqual([15, 15, 2, 0]);
		expect(pages[0]).toMatchObject({ resultTotal: 32, size: 15 });
		const ids = pages.flatMap(({ data }) => data.map(({ id }) => id));
		expect(new Set(ids).size).toBe(32);
		expect(ids).not.toContain("colleagues");
	});

	it("are filtered by type, with that type's total", async () => {
		const { staff } = await withNotifications(7);
		const { body } = await staff.get<Page>("/notifications?name=RE_QUERY_PAYMENT");
		expect(body.resultTotal).toBe(2);
		expect(body.data.every(({ type }) => type === "RE_QUERY_PAYMENT")).toBe(true);
		expect((await staff.get<Page>("/notifications?name=x'--")).body).toMatchObject({ data: [], resultTotal: 0 });
	});

	it("are marked read and unread, and the counts follow", async () => {
		const { staff, counts } = await withNotifications(3);
		expect(await counts()).toEqual({ newNotifications: 3, unread: 3 });
		expect(await staff.send("PATCH", "/notifications/notice-1", { read: true })).toMatchObject({
			status: 200,
			body: { id: "notice-1", read: true },
		});
		await staff.send("PATCH", "/notifications/notice-1", { read: true });
		expect(await counts()).toEqual({ newNotifications: 2, unread: 2 });
		await staff.send("PATCH", "/notifications/notice-1", { read: false });
		expect(await counts()).toEqual({ newNotifications: 2, unread: 3 });
		expect((await staff.send("POST", "/notifications/read")).body).toEqual({ newNotifications: 0, unread: 0 });
		expect((await staff.send("POST", "/notifications/seen")).body).toEqual({ newNotifications: 0, unread: 0 });
	});

	it("are seen when the panel is opened, and stay unread", async () => {
		const { staff } = await withNotifications(3);
		for (let times = 0; times < 2; times++)
			expect((await staff.send("POST", "/notifications/seen")).body).toEqual({ newNotifications: 0, unread: 3 });
	});

	it("are deleted, and the totals follow", async () => {
		const { staff, counts } = await withNotifications(3);
		expect(await staff.send("DELETE", "/notifications/notice-0")).toMatchObject({
			status: 200,
			body: { id: "notice-0" },
		});
		expect(await staff.send("DELETE", "/notifications/notice-0")).toMatchObject({
			status: 404,
			body: { code: "notification_undeletable", error: "Unable to delete notifications" },
		});
		expect((await staff.get<Page>("/notifications")).body.resultTotal).toBe(2);
		expect(await counts()).toEqual({ newNotifications: 2, unread: 2 });
	});

	it("are hidden from everybody else, inside and outside the institution", async () => {
		const { staff } = await withNotifications(2);
		const other = await openServicesFixture();
		const before = await rowsOf("notifications");
		for (const [who, id] of [
			[staff, "colleagues"],
			[other, "notice-0"],
		] as const) {
			expect(await who.send("PATCH", `/notifications/${id}`, { read: true })).toMatchObject({
				status: 404,
				body: { code: "notification_unreadable", error: "Unable to read notification" },
			});
			expect((await who.send("DELETE", `/notifications/${id}`)).status).toBe(404);
		}
		await other.send("POST", "/notifications/read");
		await other.send("POST", "/notifications/seen");
		expect(await rowsOf("notifications")).toEqual(before);
		expect((await other.get("/statistics/notifications")).body).toEqual({ newNotifications: 0, unread: 0 });
	});

	it.each([{}, { read: "yes" }, { read: true, userId: "x" }, []])("refuse the body %j", async (body) => {
		const { staff } = await withNotifications(1);
		expect((await staff.send("PATCH", "/notifications/notice-0", body)).status).toBe(422);
	});
});

it("creates a socket ticket for the user", async () => {
	const { staff, colleague } = await withNotifications(0);
	expect((await staff.send("POST", "/notifications/socket-ticket")).body).toMatchObject({
		userId: staff.user.id,
		ticket: expect.any(String),
	});
	const { headers } = await signIn(colleague, staff.clock.now());
	const response = await staff.request("/notifications/socket-ticket", { method: "POST", headers });
	expect(await response.json()).toMatchObject({ userId: colleague.id });
});
