import { and, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import type { NotificationPage } from "#app/shell/notifications/further-pages";
import { createOrganisation, testDb } from "#tests/support/factories";
import { openBrowser } from "#tests/support/portal-browser";
import { formOf, linkOf, tagsOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import { whileUnreadable, whileUnwritable } from "#tests/support/unreadable";
import { notificationCounts, notifications } from "#worker/database/schema/records";

const notify = (user: { organisationId: string; id: string }, count: number) =>
	Promise.all(
		Array.from({ length: count }, (_, index) =>
			testDb()
				.insert(notifications)
				.values({
					organisationId: user.organisationId,
					userId: user.id,
					id: `notice-${index}`,
					type: "BACKGROUND_TASK",
					message: JSON.stringify({ type: "EXPORT_CANDIATE", status: "FAILED", reason: `Reason ${index}.` }),
					createdAt: Date.UTC(2026, 10, 1) + index,
				}),
		),
	);

const openFixture = async () => {
	const { id: organisationId } = await createOrganisation();
	const staff = await createStaff({ organisationId });
	await notify(staff, 4);
	return { organisationId, staff, path: `/${organisationId}/notices`, ...(await signedInBrowser(staff)) };
};
let fixture: Awaited<ReturnType<typeof openFixture>>;
beforeEach(async () => {
	fixture = await openFixture();
});

const send = (fields: Record<string, string>) => fixture.browser.post(fixture.path, { csrf: fixture.csrf, ...fields });
const rowOf = async (userId: string, id: string) => {
	const mine = and(eq(notifications.userId, userId), eq(notifications.id, id));
	return (await testDb().select().from(notifications).where(mine))[0];
};
const counts = async () =>
	(await testDb().select().from(notificationCounts).where(eq(notificationCounts.userId, fixture.staff.id)))[0];

/** Returns the label of the bell. */
const bellOf = (html: string) =>
	tagsOf(html, "a").flatMap((tag) => /aria-label="(Notifications[^"]*)"/.exec(tag)?.[1] ?? [])[0];

test("lists the newest notifications first, with their text and a disabled switch", async () => {
	const text = textOf(await (await fixture.browser.get(fixture.path)).text());
	expect(text).toMatch(/Reason 3\..*Reason 2\..*Reason 1\..*Reason 0\./);
	expect(text).toContain("Candidate export failed");
	expect(text).toContain("Show only unread notifications");
	expect(text).toContain("Mark all as read");
});

test("shows fifteen notifications a page, with a link to the next", async () => {
	const { id: organisationId } = await createOrganisation();
	const staff = await createStaff({ organisationId });
	await notify(staff, 17);
	const { browser } = await signedInBrowser(staff);
	const first = await (await browser.get(`/${organisationId}/notices`)).text();
	expect(first.match(/<li\b[^>]*bg-accent-soft/g)).toHaveLength(15);
	const second = await (await browser.get(linkOf(first, "More notifications") ?? "")).text();
	expect(textOf(second)).toMatch(/Reason 1\..*Reason 0\./);
	expect(linkOf(second, "More notifications")).toBeUndefined();
});

const dataOf = "_data=routes%2Fnotifications%2Fnotices";

test("reads the pages after the first in one request, up to a limit", async () => {
	const { id: organisationId } = await createOrganisation();
	const staff = await createStaff({ organisationId });
	await notify(staff, 48);
	const { browser } = await signedInBrowser(staff);
	const read = async (search: string) => {
		const response = await browser.get(`/${organisationId}/notices?${search}&${dataOf}`);
		const { data, lastPage, resultTotal } = await response.json<NotificationPage>();
		return { ids: data.map(({ id }) => id), lastPage, resultTotal };
	};
	const idsFrom = (first: number, count: number) =>
		Array.from({ length: count }, (_, index) => `notice-${first - index}`);
	expect(await read("page=0")).toEqual({ ids: idsFrom(47, 15), lastPage: 0, resultTotal: 48 });
	expect(await read("page=1&through=2")).toEqual({ ids: idsFrom(32, 30), lastPage: 2, resultTotal: 48 });
	expect(await read("page=1&through=900000")).toEqual({ ids: idsFrom(32, 33), lastPage: 20, resultTotal: 48 });
	expect(await read("page=2&through=1")).toEqual({ ids: idsFrom(17, 15), lastPage: 2, resultTotal: 48 });
});

test("says when there are no notifications", async () => {
	const { id: organisationId } = await createOrganisation();
	const { browser } = await signedInBrowser(await createStaff({ organisationId }));
	const text = textOf(await (await browser.get(`/${organisationId}/notices`)).text());
	expect(text).toContain("No notifications");
	expect(text, "§2 names both").toMatch(/Show only unread notifications.*Mark all as read/);
});

test("marks one notification read, and unread again", async () => {
	const response = await send({ intent: "read", id: "notice-1" });
	expect([response.status, response.headers.get("location")]).toEqual([302, `${fixture.path}?page=0`]);
	expect((await rowOf(fixture.staff.id, "notice-1"))?.read).toBe(true);
	expect((await counts())?.unread).toBe(3);
	await send({ intent: "unread", id: "notice-1" });
	expect((await rowOf(fixture.staff.id, "notice-1"))?.read).toBe(false);
	expect((await counts())?.unread).toBe(4);
});

test("marks all notifications read at once", async () => {
	await send({ intent: "read-all" });
	expect((await counts())?.unread).toBe(0);
	expect(textOf(await (await fixture.browser.get(fixture.path)).text())).not.toContain("(unread)");
});

test("resets the bell and leaves the notifications unread when the panel opens", async () => {
	const shell = () => fixture.browser.get(`${fixture.path}?_data=shell`).then((answer) => answer.json());
	expect(await shell()).toMatchObject({ newNotifications: 4 });
	await send({ intent: "seen" });
	expect(await shell()).toMatchObject({ newNotifications: 0 });
	expect((await counts())?.unread).toBe(4);
});

test("without JavaScript marks new notifications as seen by a button; opening the page writes nothing", async () => {
	const opened = await (await fixture.browser.get(fixture.path)).text();
	const again = await (await fixture.browser.get(fixture.path)).text();
	for (const html of [opened, again]) {
		expect(bellOf(html)).toBe("Notifications, 4 new");
		expect(html).toContain("Mark as seen");
	}
	expect((await counts())?.unseen).toBe(4);
	const response = await fixture.browser.post(fixture.path, formOf(again, fixture.path));
	expect(response.headers.get("location")).toBe(`${fixture.path}?page=0`);
	const after = await (await fixture.browser.get(fixture.path)).text();
	expect(bellOf(after)).toBe("Notifications");
	expect(after).not.toContain("Mark as seen");
	expect((await counts())?.unread).toBe(4);
});

test("shows the page, and says so, when the bell cannot be counted", async () => {
	await whileUnreadable("notification_counts", async () => {
		const response = await fixture.browser.get(fixture.path);
		expect(response.status).toBe(200);
		const html = await response.text();
		expect(bellOf(html)).toBe("Notifications: Unable to get unread notifications");
		expect(html, "what is seen").toContain('data-count="?"');
	});
	expect(bellOf(await (await fixture.browser.get(fixture.path)).text())).toBe("Notifications, 4 new");
});

test("says that the notifications cannot be fetched when they are unreadable", async () => {
	await whileUnreadable("notifications", async () => {
		const response = await fixture.browser.get(fixture.path);
		expect(response.status).toBe(500);
		expect(textOf(await response.text())).toContain("Unable to fetch notifications");
	});
	expect((await fixture.browser.get(fixture.path)).status).toBe(200);
});

test.each([
	["read", "Unable to read notification"],
	["delete", "Unable to delete notifications"],
])("says where the action %s fails what could not be done", async (intent, text) => {
	await whileUnwritable("notifications", async () => {
		const response = await send({ intent, id: "notice-2", page: "0" });
		expect([response.status, textOf(await response.text())]).toEqual([500, expect.stringContaining(text)]);
	});
});

test("deletes a notification", async () => {
	await send({ intent: "delete", id: "notice-2", page: "0" });
	expect(await rowOf(fixture.staff.id, "notice-2")).toBeUndefined();
	const again = await send({ intent: "delete", id: "notice-2" });
	expect(again.status).toBe(404);
	expect((await counts())?.unread).toBe(3);
});

test.each(["read", "unread", "delete"])(
	"the action %s does not find another user's notification, and changes nothing",
	async (intent) => {
		const colleague = await createStaff({ organisationId: fixture.organisationId });
		await testDb()
			.insert(notifications)
			.values({
				organisationId: fixture.organisationId,
				userId: colleague.id,
				id: "theirs",
				type: "BACKGROUND_TASK",
				message: "{}",
				read: intent === "unread",
				createdAt: 1,
			});
		const before = await rowOf(colleague.id, "theirs");
		for (const path of ["", `?${dataOf}`]) {
			const fields = { csrf: fixture.csrf, intent, id: "theirs" };
			expect((await fixture.browser.post(fixture.path + path, fields)).status).toBe(404);
		}
		expect(await rowOf(colleague.id, "theirs")).toEqual(before);
	},
);

test("responds to the panel's form with data, and to a failure with its text", async () => {
	const path = `${fixture.path}?_data=${encodeURIComponent("routes/notifications/notices")}`;
	const done = await fixture.browser.post(path, { csrf: fixture.csrf, intent: "read", id: "notice-0" });
	expect(await done.json()).toEqual({ problem: null });
	const failed = await fixture.browser.post(path, { csrf: fixture.csrf, intent: "read", id: "nobody" });
	expect(failed.status).toBe(404);
	expect(await failed.json()).toMatchObject({ problem: { error: "Unable to read notification" } });
});

test.each(["-1", "abc", "1e9", "99999999999", "%00"])(
	"responds to the page %s with a page or a refusal, not with an error",
	async (page) => {
		expect([200, 422]).toContain((await fixture.browser.get(`${fixture.path}?page=${page}`)).status);
	},
);

test("does not copy a hostile page number into an address", async () => {
	const response = await send({ intent: "seen", page: "0\r\nset-cookie: a=b" });
	expect(response.headers.get("location")).toBe(`${fixture.path}?page=0`);
});

test("lists an unreadable message by its type", async () => {
	await testDb()
		.update(notifications)
		.set({ message: "<b>{" })
		.where(and(eq(notifications.userId, fixture.staff.id), eq(notifications.id, "notice-0")));
	const response = await fixture.browser.get(fixture.path);
	expect(response.status).toBe(200);
	expect(textOf(await response.text())).toContain("background task");
});

test("requires a session and its token for a ticket to the live connection", async () => {
	const path = `/${fixture.organisationId}/socket-ticket`;
	const response = await fixture.browser.post(path, { csrf: fixture.csrf });
	expect(response.status).toBe(200);
	expect(await response.json()).toEqual({ ticket: expect.stringMatching(/^[\w.-]{20,}$/) });
	expect((await fixture.browser.post(path, {})).status).toBe(403);
	expect((await openBrowser().post(path, { csrf: fixture.csrf })).status).toBe(403);
	expect((await fixture.browser.get(path)).status).toBeLessThan(500);
});

test.each<Record<string, string>>([{}, { intent: "" }, { intent: "unknown" }])(
	"refuses a form with invalid fields, and changes nothing: %j",
	async (fields) => {
		await send({ intent: "read", id: "notice-1" });
		expect((await send({ ...fields, id: "notice-1" })).status).toBe(400);
		expect((await rowOf(fixture.staff.id, "notice-1"))?.read).toBe(true);
	},
);
