import { expect, test } from "vitest";
import { coursesRoutes } from "#worker/services/courses/routes";
import {
	createApplication,
	createCourse,
	createOrganisation,
	createStructure,
	createUser,
	signIn,
} from "../../support/factories";
import { serviceApp } from "../../support/service-app";

const call = serviceApp([coursesRoutes]);

const openFixture = async () => {
	const { id: organisationId } = await createOrganisation();
	const { headers } = await signIn(await createUser({ organisationId, privileges: ["course:r"] }));
	const codes = async (query: string) => {
		const response = await call(`/courses${query}`, { headers });
		expect(response.status).toBe(200);
		const { data } = await response.json<{ data: { code: string }[] }>();
		return data.map(({ code }) => code);
	};
	return { organisationId, headers, codes };
};

test("lists courses by code with their department, in pages", async () => {
	const { organisationId, headers } = await openFixture();
	const { departmentId } = await createStructure(organisationId);
	await createCourse(organisationId, { id: "phy", code: "PHY", title: "Physics", adminLevelItemId: departmentId });
	await createCourse(organisationId, { id: "agr", code: "AGR", title: "Agriculture", status: "disabled" });
	await createCourse((await createOrganisation()).id);
	expect(await (await call("/courses?size=1", { headers })).json()).toMatchObject({
		data: [{ id: "agr", code: "AGR", title: "Agriculture", status: "disabled", administrationLevelItem: null }],
		resultTotal: 2,
		page: 0,
		size: 1,
	});
	expect(await (await call("/courses?page=1&pageSize=1", { headers })).json()).toMatchObject({
		data: [
			{
				code: "PHY",
				administrationLevelItemId: departmentId,
				administrationLevelItem: { id: departmentId, name: "Department of Physics" },
			},
		],
		resultTotal: 2,
	});
});

test("filters courses by words, status, department and application", async () => {
	const { organisationId, codes } = await openFixture();
	const { facultyId } = await createStructure(organisationId);
	const { departmentId } = await createStructure(organisationId);
	await createCourse(organisationId, { code: "PHY", title: "Applied Physics", adminLevelItemId: departmentId });
	await createCourse(organisationId, {
		code: "SCI",
		title: "Science",
		adminLevelItemId: facultyId,
		status: "disabled",
	});
	const application = await createApplication(organisationId, { courseCount: 1 });
	expect(await codes("?search=physics%20phy")).toEqual(["PHY"]);
	expect(await codes("?status=disabled")).toEqual(["SCI"]);
	expect(await codes(`?adminLevelItemId=${facultyId}`)).toEqual(["SCI"]);
	expect(await codes(`?applicationId=${application.id}`)).toEqual(application.courses.map(({ code }) => code));
	expect(await codes("?applicationId=unknown")).toEqual([]);
});

test("returns all courses in one page when asked", async () => {
	const { organisationId, codes } = await openFixture();
	for (let course = 0; course < 12; course++) await createCourse(organisationId);
	expect(await codes("?fetch=ALL")).toHaveLength(12);
	expect(await codes("?fetch=ALL&page=1")).toEqual([]);
	expect(await codes("")).toHaveLength(10);
});

test("includes the courses of a faculty's departments", async () => {
	const { organisationId, headers } = await openFixture();
	const { facultyId, departmentId } = await createStructure(organisationId);
	await createCourse(organisationId, { code: "A", adminLevelItemId: facultyId });
	await createCourse(organisationId, { code: "B", adminLevelItemId: departmentId });
	await createCourse(organisationId, { code: "C" });
	const ofFaculty = await call(`/courses/admin-level-item/${facultyId}`, { headers });
	expect(await ofFaculty.json()).toMatchObject({ data: [{ code: "A" }, { code: "B" }] });
	const ofDepartment = await call(`/courses/admin-level-item/${departmentId}`, { headers });
	expect((await ofDepartment.json<{ data: unknown[] }>()).data).toHaveLength(1);
});

test("returns one course, and no course of another organisation", async () => {
	const { organisationId, headers } = await openFixture();
	const own = await createCourse(organisationId);
	const { id: foreignOrganisation } = await createOrganisation();
	const foreign = await createCourse(foreignOrganisation);
	const { facultyId } = await createStructure(foreignOrganisation);
	expect(await (await call(`/courses/${own.id}`, { headers })).json()).toMatchObject({ id: own.id, status: "active" });
	expect((await call(`/courses/${foreign.id}`, { headers })).status).toBe(404);
	expect((await call(`/courses/admin-level-item/${facultyId}`, { headers })).status).toBe(404);
});
