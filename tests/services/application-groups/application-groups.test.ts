import { beforeEach, expect, test } from "vitest";
import { openServicesFixture, type ServicesFixture } from "#tests/services/applicants/services-fixture";
import { testDb } from "#tests/support/factories";
import { applicationTags } from "#worker/database/schema/applications";

let staff: ServicesFixture;
beforeEach(async () => {
	staff = await openServicesFixture();
});

interface Answer {
	id: string;
	code?: string;
	error?: string;
	fields?: Record<string, string[]>;
}
const add = async (path: string, body: object) => (await staff.send<Answer>("POST", path, body)).body;
const groupCalled = async (name: string) => (await add("/application-groups", { name })).id;

test("two groups may have items of the same name, and a group is deleted after its items", async () => {
	const [session, campus] = [await groupCalled("Session"), await groupCalled("Campus")];
	const item = await add("/application-group-items", { name: "Main", groupId: session, enabled: true });
	expect(item).toMatchObject({ name: "Main", group: { id: session, name: "Session" }, enabled: true, applications: 0 });
	const other = await add("/application-group-items", { name: "Main", groupId: campus, enabled: false });
	expect(other.id).not.toBe(item.id);
	const listed = async (search: string) =>
		(await staff.get<{ data: Answer[] }>(`/application-group-items?${search}`)).body.data.map(({ id }) => id);
	expect(await listed(`groupId=${session}`)).toEqual([item.id]);
	expect(await listed("enabled=false")).toEqual([other.id]);
	expect((await staff.get(`/application-groups/${session}`)).body).toMatchObject({ items: 1 });
	const refused = await staff.send<Answer>("DELETE", `/application-groups/${session}`);
	expect([refused.status, refused.body.code]).toEqual([409, "group_in_use"]);
	expect((await staff.send("DELETE", `/application-group-items/${item.id}`)).status).toBe(200);
	expect((await staff.send("DELETE", `/application-groups/${session}`)).status).toBe(200);
});

test("an item that applications carry stays, and one of an unknown group is refused beside its field", async () => {
	const groupId = await groupCalled("Session");
	const { id } = await add("/application-group-items", { name: "2026/2027", groupId, enabled: true });
	const { id: organisationId } = staff.organisation;
	await testDb()
		.insert(applicationTags)
		.values({ organisationId, applicationId: staff.application.id, groupItemId: id });
	const refused = await staff.send<Answer>("DELETE", `/application-group-items/${id}`);
	expect([refused.status, refused.body.code]).toEqual([409, "group_item_in_use"]);
	const lost = await staff.send<Answer>("POST", "/application-group-items", {
		name: "2027/2028",
		groupId: "no-such-group",
		enabled: true,
	});
	expect([lost.status, lost.body.code, Object.keys(lost.body.fields ?? {})]).toEqual([
		422,
		"group_unknown",
		["groupId"],
	]);
});
