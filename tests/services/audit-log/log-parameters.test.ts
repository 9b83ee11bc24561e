import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { openServicesFixture } from "#tests/services/applicants/services-fixture";
import { testDb } from "#tests/support/factories";
import { organisations } from "#worker/database/schema/organisations";
import { auditEvents, modificationEntries } from "#worker/database/schema/records";

interface Page {
	data: { id: string; createdAt: number }[];
	resultTotal: number;
	page: number;
	size: number;
	next: string | null;
	code?: string;
	fields?: Record<string, string[]>;
}

const logs = [
	["/audit/event-log", "eventStatus"],
	["/audit/mofication-log", "on"],
] as const;

/** Moments around the two midnights of 20 November in Lagos, an hour before those of UTC, and one entry much earlier. */
const moments = [
	"2026-11-19T22:59:59.999Z",
	"2026-11-19T23:00:00Z",
	"2026-11-20T22:59:59.999Z",
	"2026-11-20T23:00:00Z",
];

let staff: Awaited<ReturnType<typeof openServicesFixture>>;
beforeAll(async () => {
	staff = await openServicesFixture();
	const organisationId = staff.organisation.id;
	for (const [index, moment] of moments.entries()) {
		const username = index % 2 === 0 ? "ada@crestfield.example" : "Records (API key)";
		const entry = { organisationId, id: `at-${index}`, username, createdAt: Date.parse(moment) };
		await testDb()
			.insert(auditEvents)
			.values({ ...entry, action: "login", status: index === 3 ? "FAILED" : "SUCCESS" });
		const field = index === 3 ? "surname" : "course";
		await testDb()
			.insert(modificationEntries)
			.values({ ...entry, entity: "location", entityId: "a", field });
	}
});

describe.each(logs)("%s", (path, own) => {
	const read = async (search: string) => {
		const { status, body } = await staff.get<Page>(`${path}?${search}`);
		expect([search, status, body.code]).toEqual([search, 200, undefined]);
		return body;
	};
	const idsOf = async (search: string) => (await read(search)).data.map(({ id }) => id);

	test("takes limit and offset: the newest first, after so many", async () => {
		expect(await idsOf("")).toEqual(["at-3", "at-2", "at-1", "at-0"]);
		expect(await idsOf("limit=2")).toEqual(["at-3", "at-2"]);
		expect(await idsOf("limit=2&offset=1")).toEqual(["at-2", "at-1"]);
		expect(await idsOf("limit=2&offset=3")).toEqual(["at-0"]);
		expect(await idsOf("offset=4")).toEqual([]);
		expect(await idsOf("offset=10000")).toEqual([]);
		expect(await idsOf("limit=2&page=1"), "as a page").toEqual(["at-1", "at-0"]);
		expect(await read("limit=2&offset=1")).toMatchObject({ resultTotal: 4, size: 2 });
		expect((await read("limit=2&offset=2")).next).toBeNull();
	});

	test("takes from and to: days of the institution, both included, or moments, of which the last is not", async () => {
		expect(await idsOf("from=2026-11-20&to=2026-11-20")).toEqual(["at-2", "at-1"]);
		expect(await idsOf("from=2026-11-21")).toEqual(["at-3"]);
		expect(await idsOf("to=2026-11-19")).toEqual(["at-0"]);
		expect(await idsOf("from=2026-11-19T23:00:00Z&to=2026-11-20T23:00:00Z")).toEqual(["at-2", "at-1"]);
		expect(await idsOf("from=2026-11-20T00:00:00%2B01:00&to=2026-11-20"), "a moment and a day").toEqual([
			"at-2",
			"at-1",
		]);
		expect(await idsOf("from=2026-11-21&to=2026-11-20"), "reversed").toEqual([]);
		const zone = (timeZone: string) =>
			testDb().update(organisations).set({ timeZone }).where(eq(organisations.id, staff.organisation.id));
		await zone("UTC");
		expect(await idsOf("from=2026-11-20&to=2026-11-20"), "the day of UTC").toEqual(["at-3", "at-2"]);
		await zone("Africa/Lagos");
	});

	test("takes username and the filter of its own, exactly", async () => {
		expect(await idsOf("username=ada@crestfield.example")).toEqual(["at-2", "at-0"]);
		expect(await idsOf("username=%20ADA@Crestfield.example%20")).toEqual(["at-2", "at-0"]);
		expect(await idsOf("username=Records%20(API%20key)")).toEqual(["at-3", "at-1"]);
		expect(await idsOf("username=ada")).toEqual([]);
		expect(await idsOf("username=")).toHaveLength(4);
		expect(await idsOf(own === "on" ? "on=surname" : "eventStatus=FAILED")).toEqual(["at-3"]);
	});

	const page = "The page must be a whole number from 0 to 1,000. Follow `next` instead.";
	const offset = "The offset must be a whole number from 0 to 10,000. Follow `next` instead.";
	const size = "The size must be a whole number from 1 to 100.";
	const day = "Enter a date as YYYY-MM-DD";
	test.each([
		["limit=0", "limit", size],
		["limit=101", "limit", size],
		["limit=ten", "limit", size],
		["limit=", "limit", size],
		["offset=-1", "offset", offset],
		["offset=1.5", "offset", offset],
		["offset=1e3", "offset", offset],
		["offset=10001", "offset", offset],
		["offset=99999999999999999999", "offset", offset],
		["page=1001", "page", page],
		["from=yesterday", "from", day],
		["from=2026-13-01", "from", day],
		["from=2026-02-30", "from", day],
		["from=20-11-2026", "from", day],
		["from=2026-11-20T10:00", "from", day],
		["to=2026-11-31", "to", day],
		["to=1795168800000", "to", day],
		["to=", "to", day],
		["after=x", "after", "Unknown place in the list"],
		[`username=${"a".repeat(321)}`, "username", "Enter at most 320 characters."],
		[own === "on" ? "eventStatus=FAILED" : "on=course", own === "on" ? "eventStatus" : "on", undefined],
		["offset=1&offset=2", "offset", undefined],
	])("refuses %s", async (search, name, message) => {
		const { status, body } = await staff.get<Page>(`${path}?${search}`);
		expect([status, body.code]).toEqual([422, "invalid_query"]);
		expect(Object.keys(body.fields ?? {})).toEqual([name]);
		if (message) expect(body.fields?.[name]).toEqual([message]);
	});
});
