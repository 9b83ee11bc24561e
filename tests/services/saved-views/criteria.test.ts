import { beforeAll, expect, it } from "vitest";
import { openServicesFixture, type ServicesFixture } from "#tests/services/applicants/services-fixture";
import { createUser, signIn } from "#tests/support/factories";
import { criterionOf } from "#worker/contract/criteria/criteria";
import type { SavedCriteria } from "#worker/services/saved-views/criteria.contract";

let staff: ServicesFixture;
let reader: Record<string, string>;
beforeAll(async () => {
	staff = await openServicesFixture();
	const { organisation, clock } = staff;
	const user = await createUser({ organisationId: organisation.id, privileges: ["candidate:r"] });
	reader = (await signIn(user, clock.now())).headers;
});

const path = "/candidate-criteria";
const send = async (method: string, at: string, body?: unknown, headers: Record<string, string> = {}) => {
	const response = await staff.request(at, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
	return { status: response.status, body: (await response.json()) as { id: string; code?: string; error?: string } };
};
const sets = async (headers: Record<string, string> = {}) =>
	((await (await staff.request(path, { headers })).json()) as { data: SavedCriteria[] }).data;
const criteria = [criterionOf({ about: "gender", value: "F" })];
const others = [criterionOf({ about: "submitted" }), criterionOf({ about: "payment", state: "settled" })];

it("keeps criteria under a name, for their owner or for the office", async () => {
	const own = await send("POST", path, { name: "Mine", isShared: false, criteria });
	const shared = await send("POST", path, { name: "Ours", isShared: true, criteria: others });
	expect([own.status, shared.status]).toEqual([201, 201]);
	expect(await sets()).toMatchObject([
		{ name: "Mine", isShared: false, mayChange: true, criteria },
		{ name: "Ours", isShared: true, mayChange: true, criteria: others },
	]);
	expect(await sets(reader)).toMatchObject([{ name: "Ours", mayChange: false }]);
	expect((await send("PATCH", `${path}/${own.body.id}`, { name: "X", isShared: false }, reader)).status).toBe(404);
	expect(await send("DELETE", `${path}/${shared.body.id}`, undefined, reader)).toMatchObject({
		status: 403,
		body: { error: "Only users who can change applicants can share criteria or change shared ones." },
	});
	expect((await send("POST", path, { name: "X", isShared: true, criteria }, reader)).status).toBe(403);
	expect((await send("PATCH", `${path}/${own.body.id}`, { name: "New", isShared: false })).status).toBe(200);
	expect(await sets()).toMatchObject([{ name: "New", criteria }, { name: "Ours" }]);
	const changed = { name: "New", isShared: false, criteria: others };
	expect((await send("PATCH", `${path}/${own.body.id}`, changed)).status).toBe(200);
	expect(await sets()).toMatchObject([{ name: "New", criteria: others }, { name: "Ours" }]);
	const other = await openServicesFixture();
	expect((await other.send("DELETE", `${path}/${shared.body.id}`, {})).status).toBe(404);
	for (const { body } of [own, shared]) expect((await send("DELETE", `${path}/${body.id}`)).status).toBe(200);
	expect(await sets()).toEqual([]);
});

it("has names, limits and addresses of its own, and words for them", async () => {
	const named = { name: "Same", isShared: false };
	const view = await send("POST", "/candidate-views", {
		...named,
		isPinned: false,
		filters: { applicationId: staff.application.id },
	});
	const set = await send("POST", path, { ...named, criteria });
	expect([view.status, set.status]).toEqual([201, 201]);
	expect(await send("POST", path, { ...named, name: "SAME", criteria })).toMatchObject({
		status: 409,
		body: { code: "view_exists", error: "Criteria with this name already exist" },
	});
	expect((await send("DELETE", `${path}/${view.body.id}`)).status).toBe(404);
	expect((await send("DELETE", `/candidate-views/${set.body.id}`)).status).toBe(404);
	const many = await Promise.all(
		Array.from({ length: 31 }, (_, index) => send("POST", path, { ...named, name: `Set ${index}`, criteria })),
	);
	expect(many.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(29);
	expect(many.find(({ status }) => status !== 201)?.body.code).toBe("too_many_views");
});

it.each([[[]], [[{ anyOf: [] }]], [[{ ...criteria[0], weight: 2 }]], ["female"]])(
	"refuses what are no criteria: %j",
	async (wrong) => {
		expect((await send("POST", path, { name: "Wrong", isShared: false, criteria: wrong })).status).toBe(422);
	},
);
