import { readXlsx } from "hucre/xlsx";
import { beforeAll, describe, expect, test } from "vitest";
import { createApplicant, createApplication, createOrganisation, testDb } from "#tests/support/factories";
import type { Browser } from "#tests/support/portal-browser";
import { attribute, linkOf, linksOf, tagsOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import * as steps from "#tests/support/portal-steps";
import { auditEvents, events, modificationEntries } from "#worker/database/schema/records";

const agent = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0";
/** Half an hour before midnight in UTC, when it is the next day in Lagos, and the evening in New York. */
const lateAt = Date.parse("2026-11-20T23:30:00Z");

/** An institution with an entry at that moment in both logs, and one an hour before. */
const openLogs = async (timeZone: string) => {
	const { id: organisationId } = await createOrganisation({ timeZone });
	const staff = await createStaff({ organisationId, privileges: ["payments:r"] });
	const who = { organisationId, userId: staff.id, username: staff.email };
	const origin = { address: "203.0.113.9", userAgent: agent };
	const acts = [
		["late", lateAt],
		["early", lateAt - 3_600_000],
	] as const;
	for (const [name, createdAt] of acts) {
		const id = `${name}-${organisationId}`;
		await testDb()
			.insert(auditEvents)
			.values({ ...who, id, action: "login", status: "SUCCESS", actorKind: "staff", createdAt, ...origin });
		await testDb()
			.insert(events)
			.values({
				organisationId,
				id,
				type: "record.updated",
				payload: { kind: "location", recordId: name, name },
				occurredAt: createdAt,
				dispatchedAt: createdAt,
				...origin,
			});
		await testDb()
			.insert(modificationEntries)
			.values({
				...who,
				...{
					id,
					entity: "location",
					entityId: name,
					subject: name,
					field: "name",
					oldValue: "Ikeja",
					newValue: "Lekki",
				},
				...{ eventId: name === "late" ? id : null, createdAt },
			});
	}
	return { organisationId, browser: (await signedInBrowser(staff)).browser };
};

const rowsIn = async (browser: Browser, path: string) => {
	const response = await browser.get(path);
	expect([path, response.status]).toEqual([path, 200]);
	const [, body = ""] = /<tbody[^>]*>([\s\S]*?)<\/tbody>/.exec(await response.text()) ?? [];
	return [...body.matchAll(/<tr[^>]*>([\s\S]*?)<\/tr>/g)].map(([, row = ""]) => textOf(row));
};

describe.each([
	["Africa/Lagos", "November 21st 2026, 00:30", "November 20th 2026, 23:30", "2026-11-21", "2026-11-20"],
	["America/New_York", "November 20th 2026, 18:30", "November 20th 2026, 17:30", "2026-11-20", undefined],
	["Asia/Kolkata", "November 21st 2026, 05:00", "November 21st 2026, 04:00", "2026-11-21", undefined],
])("the logs of an institution in %s", (zone, late, early, day, dayBefore) => {
	let open: Awaited<ReturnType<typeof openLogs>>;
	beforeAll(async () => {
		open = await openLogs(zone);
	});

	test.each(["audit-log", "modification-log"])("the %s shows its times, and its days, in that zone", async (log) => {
		const at = (search: string) => rowsIn(open.browser, `/${open.organisationId}/${log}${search}`);
		// why to a day: the sign-in of this test is in the log too.
		expect(await at("?to=2026-11-21")).toEqual([expect.stringContaining(late), expect.stringContaining(early)]);
		const ofDay = await at(`?from=${day}&to=${day}`);
		expect(ofDay[0]).toContain(late);
		expect(ofDay).toHaveLength(dayBefore ? 1 : 2);
		if (dayBefore) expect(await at(`?from=${dayBefore}&to=${dayBefore}`)).toEqual([expect.stringContaining(early)]);
	});
});

describe("the modification log", () => {
	test("says who, when, from where and what as the activity log does, and nothing where it is not known", async () => {
		const { browser, organisationId } = await openLogs("Africa/Lagos");
		const headings = async (log: string) => {
			const html = await (await browser.get(`/${organisationId}/${log}`)).text();
			return [...html.matchAll(/<th scope="col"[^>]*>([\s\S]*?)<\/th>/g)].map(([, heading = ""]) => textOf(heading));
		};
		for (const log of ["audit-log", "modification-log"])
			expect(await headings(log)).toEqual(expect.arrayContaining(["When", "Who", "About", "From where"]));
		const [known, unknown] = await rowsIn(browser, `/${organisationId}/modification-log`);
		expect(known).toMatch(/Hauwa Bello.*late.*Name.*Ikeja.*Lekki.*203\.0\.113\.9 Firefox 132 on Windows$/);
		expect(unknown).toMatch(/Lekki --\/--$/);
		const [activity] = await rowsIn(browser, `/${organisationId}/audit-log?to=2026-11-21`);
		expect(activity).toContain("203.0.113.9 Firefox 132 on Windows");
	});

	test.each([
		["modification-log?from=2026-02-30", 422],
		["modification-log?to=tomorrow", 422],
		["modification-log?after=x", 422],
		["audit-log?from=2026-13-01", 422],
		["audit-log?eventStatus=PENDING", 422],
	])("an address that is wrong is refused instead of showing everything: %s", async (path, status) => {
		const { browser, organisationId } = await openLogs("Africa/Lagos");
		expect((await browser.get(`/${organisationId}/${path}`)).status).toBe(status);
	});
});

test.each(["audit-log", "modification-log"])(
	"the %s is filtered by what it is about, typed or by the link in a row, and keeps its other filters",
	async (log) => {
		const { browser, organisationId } = await openLogs("Africa/Lagos");
		const { id, applicationNumber } = await createApplicant(await createApplication(organisationId), {
			firstName: "Ngozi",
		});
		for (const [index, who] of ["clerk@crestfield.example", "ada@crestfield.example"].entries()) {
			const entry = {
				organisationId,
				id: `about-${index}-${organisationId}`,
				username: who,
				createdAt: lateAt - index,
			};
			await testDb()
				.insert(auditEvents)
				.values({ ...entry, action: "applicants.noted", status: "SUCCESS", actorKind: "staff", subject: id });
			await testDb()
				.insert(modificationEntries)
				.values({ ...entry, entity: "applicant", entityId: id, field: "course", oldValue: "Law", newValue: "Music" });
		}
		const here = `/${organisationId}/${log}`;
		const all = await rowsIn(browser, `${here}?to=2026-11-21`);
		expect(all.filter((row) => row.includes("Ngozi"))).toHaveLength(2);
		expect(all.length).toBeGreaterThan(2);

		const typed = `${here}?subject=${encodeURIComponent(applicationNumber)}`;
		const rows = await rowsIn(browser, typed);
		expect(rows).toEqual([expect.stringContaining("Ngozi"), expect.stringContaining("Ngozi")]);
		const field = tagsOf(await steps.pageAt(browser, typed), "input").find((tag) => tag.includes('name="subject"'));
		expect(field && attribute(field, "value"), "the field keeps what was typed").toBe(applicationNumber);
		expect(await rowsIn(browser, `${here}?subject=${id}`), "by the id too").toEqual(rows);
		expect((await rowsIn(browser, `${here}?subject=nobody`)).join(" ")).not.toContain("Ngozi");

		const ofClerk = await steps.pageAt(browser, `${here}?username=clerk%40crestfield.example`);
		const about = linksOf(ofClerk).find((link) => link.includes("subject=")) ?? "";
		expect(Object.fromEntries(new URL(about, "https://portal.test").searchParams)).toEqual({
			username: "clerk@crestfield.example",
			subject: applicationNumber,
		});
		expect(await rowsIn(browser, about)).toEqual([rows[0]]);
	},
);

test.each(["audit-log", "modification-log"])(
	"the %s is exported without scripts, as it is filtered, and an export of nothing is refused",
	async (log) => {
		const { browser, organisationId } = await openLogs("Africa/Lagos");
		const here = `/${organisationId}/${log}`;
		const question = linkOf(await steps.pageAt(browser, `${here}?to=2026-11-20`), "Export") ?? "";
		expect(question).toBe(`${here}/export?to=2026-11-20`);
		expect(textOf(await steps.pageAt(browser, question))).toContain("The entries that match the filters of the log");
		const { status, to } = await steps.sendForm(browser, question, "export-log");
		expect([status, to]).toEqual([
			302,
			expect.stringMatching(new RegExp(`^/${organisationId}/downloads/[\\w-]+\\?back=${log}&start=auto$`)),
		]);
		await steps.workUntilShown(browser, organisationId, to, "Ready to download");
		const ready = await steps.pageAt(browser, to);
		const file = await browser.get(linksOf(ready).find((link) => link.endsWith("/file")) ?? "");
		const { sheets } = await readXlsx(new Uint8Array(await file.arrayBuffer()));
		const [headings, ...rows] = sheets[0]?.rows ?? [];
		expect(headings?.[0]).toBe("When");
		expect(
			rows.map(([when]) => when),
			"the later one is of the next day",
		).toEqual([new Date("2026-11-20T23:30:00Z")]);

		const nothing = await steps.sendForm(browser, `${here}/export?to=2020-01-01`, "export-log");
		expect([nothing.status, textOf(nothing.html)]).toEqual([
			422,
			expect.stringContaining("There is no entry to export."),
		]);
	},
);
