import { expect, test } from "vitest";
import { openServicesFixture } from "#tests/services/applicants/services-fixture";
import { createUser, signIn } from "#tests/support/factories";
import { bindRole, openTwoPlaces } from "#tests/support/two-places";

test("a role at a place sees the courses of that place, and makes neither schemes nor rankings", async () => {
	const { organisationId, inside, outside } = await openTwoPlaces();
	const staff = await openServicesFixture();
	const user = await createUser({ organisationId, privileges: ["candidate:r", "candidate:u"] });
	await bindRole({ organisationId, userId: user.id, roleId: `role-${user.id}` }, "physics");
	const { headers } = await signIn(user, staff.clock.now());
	const ask = async (path: string, method = "GET", body?: object) => {
		const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
		const response = await staff.request(path, init);
		return { status: response.status, body: (await response.json()) as Record<string, never> };
	};
	const board = async (id: string) => (await ask(`/rankings/${id}`)).body;
	expect(await board("inside-ranking")).toMatchObject({ courses: [{ course: { id: inside.courseId } }] });
	expect(await board("outside-ranking")).toMatchObject({ courses: [], proposed: 0 });
	expect((await ask(`/rankings/inside-ranking/courses/${inside.courseId}`)).body).toMatchObject({
		data: [{ name: expect.stringContaining("Insider") }],
	});
	const exported = await ask("/rankings/outside-ranking/export", "POST", {});
	expect(exported.status).toBe(202);
	expect((await ask(`/rankings/outside-ranking/courses/${outside.courseId}`)).status).toBe(404);
	const { body: scheme } = await ask("/ranking-schemes/inside-scheme");
	const { name, applicationId, parts, quotas } = scheme;
	for (const [method, path, body] of [
		["POST", "/ranking-schemes", { name: `${name} too`, applicationId, parts, quotas }],
		["PUT", "/ranking-schemes/inside-scheme", { name: `${name} too`, applicationId, parts, quotas }],
		["POST", "/ranking-schemes/inside-scheme/rankings", {}],
		["DELETE", "/ranking-schemes/inside-scheme", undefined],
	] as const)
		expect([method, path, await ask(path, method, body)]).toMatchObject([
			method,
			path,
			{ status: 403, body: { code: "whole_institution_needed" } },
		]);
});
