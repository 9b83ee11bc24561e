import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { createMany, openServicesFixture, type ServicesFixture } from "#tests/services/applicants/services-fixture";
import { createReferee, createStructure, createUser, signIn, testDb } from "#tests/support/factories";
import { type Recorded, recordingDatabase } from "#tests/support/recording-database";
import type { NamedFilter } from "#worker/contract/applicant-filter";
import { allPermissions } from "#worker/contract/permissions";
import type { SavedView } from "#worker/services/saved-views/contract";

type Settings = Partial<Pick<SavedView, "name" | "isShared" | "isPinned">>;

const recorded: Recorded[] = [];
let staff: ServicesFixture;
let colleague: Record<string, string>;
let reader: Record<string, string>;
let stranger: ServicesFixture;
let facultyId: string;

beforeAll(async () => {
	staff = await openServicesFixture({
		stages: ["Registration", "In_review", "Accepted"],
		courseCount: 3,
		bindings: { DB: recordingDatabase(env.DB, (statement) => recorded.push(statement)) },
	});
	const { application, organisation, clock } = staff;
	const someone = async (privileges: readonly string[]) =>
		(await signIn(await createUser({ organisationId: organisation.id, privileges }), clock.now())).headers;
	colleague = await someone(allPermissions);
	reader = await someone(["candidate:r"]);
	stranger = await openServicesFixture();
	const structure = await createStructure(organisation.id);
	facultyId = structure.facultyId;
	await createMany(application, 120, { searchKey: organisation.searchKey });
	await testDb().run(sql`UPDATE courses SET admin_level_item_id = ${structure.departmentId}
		WHERE organisation_id = ${organisation.id} AND id = ${application.courses[0]?.id}`);
	const [one] = (await staff.get(`/candidates?applicationId=${application.id}&stage=IN_REVIEW`)).body.data ?? [];
	await createReferee({ organisationId: organisation.id, id: String(one?.id) });
});

const save = (filters: Partial<NamedFilter>, settings: Settings = {}, headers: Record<string, string> = {}) =>
	send("POST", "/candidate-views", body(filters, settings), headers);
let names = 0;
const body = (filters: Partial<NamedFilter>, settings: Settings) => ({
	name: `View ${++names}`,
	isShared: false,
	isPinned: true,
	...settings,
	filters: { applicationId: staff.application.id, ...filters },
});
const send = async (method: string, path: string, sent: unknown, headers: Record<string, string> = {}) => {
	const response = await staff.request(path, { method, headers, ...(sent ? { body: JSON.stringify(sent) } : {}) });
	return { status: response.status, body: (await response.json()) as { id: string; code?: string } };
};
const views = async (headers: Record<string, string> = {}) =>
	((await (await staff.request("/candidate-views", { headers })).json()) as { data: SavedView[] }).data;
const forget = async (id: string, headers: Record<string, string> = {}) =>
	send("DELETE", `/candidate-views/${id}`, undefined, headers);

const kinds: [string, () => Partial<NamedFilter>][] = [
	["everybody", () => ({})],
	["a step", () => ({ stage: staff.application.steps[1]?.id ?? "" })],
	["a stage type", () => ({ stage: "ACCEPTED" })],
	["a stage type that the workflow does not have", () => ({ stage: "DECLINED" })],
	["courses", () => ({ courseIds: staff.application.courses.slice(1).map(({ id }) => id) })],
	["a faculty at a stage", () => ({ administrationLevelItemIds: [facultyId], stage: "IN_REVIEW" })],
	["a keyword in a course", () => ({ keyword: "eze1", courseIds: [staff.application.courses[0]?.id ?? ""] })],
	["a keyword that is none", () => ({ keyword: "*" })],
	["a missing reference", () => ({ needs: "referee" as const })],
	["a missing reference by keyword", () => ({ needs: "referee" as const, keyword: "nobody" })],
	["the longest waiting", () => ({ needs: "waiting" as const })],
	["an unclear payment", () => ({ needs: "payment" as const, sort: "waiting" as const })],
	["what changed", () => ({ needs: "changed" as const, stage: "IN_REVIEW" })],
];

it.each(kinds)("the count of a pinned view equals the length of its list: %s", async (_name, filtersOf) => {
	const filters: Partial<NamedFilter> = filtersOf();
	const { status, body } = await save(filters);
	expect(status).toBe(201);
	const view = (await views()).find(({ id }) => id === body.id);
	const query = new URLSearchParams(
		Object.entries({ applicationId: staff.application.id, ...filters }).map(([name, value]) => [name, String(value)]),
	);
	const list = await staff.get<{ resultTotal: number }>(`/candidates?${query}`);
	expect(list.status).toBe(200);
	expect(view).toMatchObject({ applicants: Math.min(list.body.resultTotal, 120), filters });
	await forget(body.id);
});

it("reads a pinned view's stage and courses once, not for every row it counts", async () => {
	const places = { stage: "IN_REVIEW", administrationLevelItemIds: [facultyId] };
	const kept = [await save(places), await save({ ...places, needs: "waiting" })];
	recorded.splice(0);
	await views();
	const counting = recorded.filter(({ sql }) => /saved_views|json_array/.test(sql));
	expect(counting).toHaveLength(2);
	let rowsRead = 0;
	for (const { sql, params } of counting) {
		const { meta } = await env.DB.prepare(sql)
			.bind(...params)
			.run();
		rowsRead += meta.rows_read;
	}
	// why so many: 40 applicants wait at the stage.
	expect(rowsRead).toBeLessThan(200);
	for (const { body } of kept) await forget(body.id);
});

it("updates a count with the next change, does not count an unpinned view, and counts a group to 100", async () => {
	const [first, second] = staff.application.steps;
	const pinned = await save({ stage: first?.id ?? "" });
	const other = await save({}, { isPinned: false });
	const waiting = await save({ needs: "waiting" });
	const found = async (id: string) => (await views()).find((view) => view.id === id);
	expect(await found(pinned.body.id)).toMatchObject({ applicants: 40, isCapped: false });
	expect(await found(other.body.id)).toMatchObject({ applicants: null });
	expect(await found(waiting.body.id)).toMatchObject({ applicants: 40, isCapped: true });
	const [one] =
		(await staff.get(`/candidates?applicationId=${staff.application.id}&stage=${first?.id}`)).body.data ?? [];
	await staff.send("PATCH", `/candidates/${one?.id}`, { stageId: second?.id, reason: "x" });
	expect(await found(pinned.body.id)).toMatchObject({ applicants: 39 });
	for (const { body } of [pinned, other, waiting]) await forget(body.id);
});

it("shows a private view to its owner only, and a shared one to everybody; users who may change applicants change it", async () => {
	const own = await save({}, { name: "Mine" });
	const shared = await save({}, { name: "Ours", isShared: true });
	expect((await views(colleague)).map(({ name, mayChange }) => [name, mayChange])).toEqual([["Ours", true]]);
	expect((await views(reader)).map(({ name, mayChange }) => [name, mayChange])).toEqual([["Ours", false]]);
	const settings = { name: "Theirs", isShared: true, isPinned: false };
	const change = (id: string, headers: Record<string, string>, more: Settings = {}) =>
		send("PATCH", `/candidate-views/${id}`, { ...settings, ...more }, headers);
	expect(await change(own.body.id, colleague)).toMatchObject({ status: 404 });
	expect(await forget(own.body.id, colleague)).toMatchObject({ status: 404 });
	expect(await change(shared.body.id, reader)).toMatchObject({ status: 403, body: { code: "view_not_yours" } });
	expect(await forget(shared.body.id, reader)).toMatchObject({ status: 403 });
	expect(await save({}, { isShared: true }, reader)).toMatchObject({ status: 403 });
	const readers = await save({}, { name: "The reader's" }, reader);
	expect(await change(readers.body.id, reader)).toMatchObject({ status: 403 });
	expect(await change(readers.body.id, reader, { name: "Renamed", isShared: false })).toMatchObject({ status: 200 });
	expect(await change(shared.body.id, colleague)).toMatchObject({ status: 200 });
	expect(await views(reader)).toMatchObject([{ name: "Renamed" }, { name: "Theirs", isPinned: false }]);
	expect(await forget(shared.body.id, colleague)).toMatchObject({ status: 200 });
	expect(await forget(shared.body.id, colleague)).toMatchObject({ status: 404 });
	for (const [id, who] of [
		[own.body.id, {}],
		[readers.body.id, reader],
	] as const)
		await forget(id, who);
});

it("allows a name once for each owner whatever its case, and to another owner", async () => {
	const one = await save({}, { name: "Nursing, waiting" });
	const again = await save({}, { name: " nursing,  WAITING " });
	expect(again).toMatchObject({
		status: 409,
		body: { code: "view_exists", fields: { name: ["A view with this name already exists"] } },
	});
	const other = await save({}, { name: "Nursing, waiting" }, colleague);
	expect(other.status).toBe(201);
	const second = await save({}, { name: "Second" });
	const renamed = { name: "Nursing, waiting", isShared: false, isPinned: true };
	expect(await send("PATCH", `/candidate-views/${second.body.id}`, renamed)).toMatchObject({ status: 409 });
	for (const { body } of [one, second]) await forget(body.id);
	await forget(other.body.id, colleague);
});

it("gives a view another filter, and keeps its filter where none is sent", async () => {
	const { body } = await save({ stage: "IN_REVIEW" }, { name: "Under review" });
	const settings = { name: "Under review", isShared: false, isPinned: false };
	const change = (more: object) => send("PATCH", `/candidate-views/${body.id}`, { ...settings, ...more });
	const { id: applicationId } = staff.application;
	const filtersOf = async () => (await views()).find(({ id }) => id === body.id)?.filters;
	expect((await change({})).status).toBe(200);
	expect(await filtersOf()).toEqual({ applicationId, stage: "IN_REVIEW" });
	expect((await change({ filters: { applicationId, keyword: "ada", sort: "waiting" } })).status).toBe(200);
	expect(await filtersOf()).toEqual({ applicationId, keyword: "ada", sort: "waiting" });
	expect(await change({ filters: { applicationId: stranger.application.id } })).toMatchObject({
		status: 404,
		body: { code: "application_unavailable" },
	});
	await forget(body.id);
});

it("allows eight pinned and thirty saved views", async () => {
	const kept = await Promise.all(Array.from({ length: 8 }, () => save({})));
	expect(await save({})).toMatchObject({ status: 409, body: { code: "too_many_pinned" } });
	for (let more = 0; more < 22; more++) kept.push(await save({}, { isPinned: false }));
	expect(await save({}, { isPinned: false })).toMatchObject({ status: 409, body: { code: "too_many_views" } });
	expect((await save({}, { isShared: true })).status).toBe(201);
	const pin = { name: "Pinned", isShared: false, isPinned: true };
	expect(await send("PATCH", `/candidate-views/${kept.at(-1)?.body.id}`, pin)).toMatchObject({ status: 409 });
	for (const view of await views()) await forget(view.id);
});

it("keeps to its limits when many are saved at the same time", async () => {
	const saved = await Promise.all(Array.from({ length: 40 }, (_, index) => save({}, { isPinned: index % 2 === 0 })));
	const kept = await views();
	expect(kept.filter(({ isPinned }) => isPinned).length).toBeLessThanOrEqual(8);
	expect(kept.length).toBeLessThanOrEqual(30);
	expect(saved.filter(({ status }) => status === 201)).toHaveLength(kept.length);
	const settings = { name: "", isShared: false, isPinned: true };
	const pinned = await Promise.all(
		kept.map(({ id, name }) => send("PATCH", `/candidate-views/${id}`, { ...settings, name })),
	);
	expect((await views()).filter(({ isPinned }) => isPinned)).toHaveLength(8);
	expect(new Set(pinned.map(({ status }) => status))).toEqual(new Set([200, 409]));
	for (const view of kept) await forget(view.id);
});

it("refuses an application of another organisation, a missing name and an unknown group", async () => {
	expect(await save({ applicationId: stranger.application.id })).toMatchObject({
		status: 404,
		body: { code: "application_unavailable" },
	});
	expect(await save({}, { name: " \u200b " })).toMatchObject({
		status: 422,
		body: { fields: { name: ["Enter a name"] } },
	});
	expect((await save({ needs: "money" as "payment" })).status).toBe(422);
	expect(await views()).toEqual([]);
});

it("records each change in the log of events with the view's name", async () => {
	const { body } = await save({}, { name: "Logged" });
	await forget(body.id);
	const events = await testDb().all<{ type: string }>(sql`SELECT type FROM events
		WHERE organisation_id = ${staff.organisation.id} AND payload ->> 'name' = 'Logged' ORDER BY occurred_at, type`);
	expect(events.map(({ type }) => type)).toEqual(["view.created", "view.deleted"]);
});
