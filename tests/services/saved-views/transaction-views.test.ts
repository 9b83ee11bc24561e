import { beforeAll, expect, it } from "vitest";
import { openServicesFixture, type ServicesFixture } from "#tests/services/applicants/services-fixture";
import { createUser, signIn } from "#tests/support/factories";
import type { TransactionView } from "#worker/services/saved-views/transaction-views.contract";

let staff: ServicesFixture;
let reader: Record<string, string>;
beforeAll(async () => {
	staff = await openServicesFixture();
	const { organisation, clock } = staff;
	const user = await createUser({ organisationId: organisation.id, privileges: ["payments:r"] });
	reader = (await signIn(user, clock.now())).headers;
});

const path = "/payment-views";
const send = async (method: string, at: string, body?: unknown, headers: Record<string, string> = {}) => {
	const response = await staff.request(at, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
	return { status: response.status, body: (await response.json()) as { id: string; code?: string; error?: string } };
};
const views = async (headers: Record<string, string> = {}) =>
	((await (await staff.request(path, { headers })).json()) as { data: TransactionView[] }).data;
const filters = { status: "PENDING", platform: "REMITA", name: "ada" };

it("keeps the filters of the transactions under a name, for its owner or for the office", async () => {
	const own = await send("POST", path, { name: "Mine", isShared: false, filters });
	const shared = await send("POST", path, { name: "Ours", isShared: true, filters: { startDate: "2026-11-01" } });
	expect([own.status, shared.status]).toEqual([201, 201]);
	expect(await views()).toMatchObject([
		{ name: "Mine", isShared: false, mayChange: true, filters },
		{ name: "Ours", isShared: true, mayChange: true, filters: { startDate: "2026-11-01" } },
	]);
	expect(await views(reader)).toMatchObject([{ name: "Ours", mayChange: false }]);
	expect((await send("PATCH", `${path}/${own.body.id}`, { name: "X", isShared: false }, reader)).status).toBe(404);
	const refused = await send("DELETE", `${path}/${shared.body.id}`, undefined, reader);
	expect([refused.status, refused.body.error]).toEqual([
		403,
		"Only users who can change payments can share a view or change a shared one.",
	]);
	expect((await send("POST", path, { name: "X", isShared: true, filters }, reader)).status).toBe(403);
	const other = { name: "Renamed", isShared: false, filters: { status: "FAILED" } };
	expect((await send("PATCH", `${path}/${own.body.id}`, other)).status).toBe(200);
	expect(await views()).toMatchObject([{ name: "Ours" }, { name: "Renamed", filters: { status: "FAILED" } }]);
	for (const { body } of [own, shared]) expect((await send("DELETE", `${path}/${body.id}`)).status).toBe(200);
	expect(await views()).toEqual([]);
});

it("is apart from the views of applicants: names, limits and addresses", async () => {
	const named = { name: "Same", isShared: false };
	const applicants = await send("POST", "/candidate-views", {
		...named,
		isPinned: false,
		filters: { applicationId: staff.application.id },
	});
	const payments = await send("POST", path, { ...named, filters });
	expect([applicants.status, payments.status]).toEqual([201, 201]);
	expect(await send("POST", path, { ...named, name: "SAME", filters })).toMatchObject({
		status: 409,
		body: { code: "view_exists" },
	});
	expect((await send("DELETE", `${path}/${applicants.body.id}`)).status).toBe(404);
	const asApplicants = { ...named, isPinned: false };
	expect((await send("PATCH", `/candidate-views/${payments.body.id}`, asApplicants)).status).toBe(404);
	expect(await views()).toMatchObject([{ name: "Same", filters }]);
	const many = await Promise.all(
		Array.from({ length: 31 }, (_, index) => send("POST", path, { ...named, name: `View ${index}`, filters })),
	);
	expect(many.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(29);
	expect(many.find(({ status }) => status !== 201)?.body.code).toBe("too_many_views");
});

it.each([[{ status: "DONE" }], [{ startDate: "yesterday" }], [{ colour: "red" }], [{ applicationId: "one" }]])(
	"refuses a filter that the screen does not have: %j",
	async (wrong) => {
		expect((await send("POST", path, { name: "Wrong", isShared: false, filters: wrong })).status).toBe(422);
	},
);
