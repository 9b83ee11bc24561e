import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { openServicesFixture } from "#tests/services/applicants/services-fixture";
import { replacing } from "#tests/support/replacing";
import { courses } from "#worker/database/schema/structure";
import { coursesRoutes } from "#worker/services/courses/routes";
import {
	createApplicant,
	createApplication,
	createCourse,
	createOrganisation,
	createStructure,
	createUser,
	signIn,
	testDb,
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

test("lists the courses of the user's own organisation by its id, and none by another's", async () => {
	const { organisationId, codes } = await openFixture();
	const { id: elsewhere } = await createOrganisation();
	await createCourse(organisationId, { code: "AGR" });
	await createCourse(organisationId, { code: "PHY" });
	await createCourse(elsewhere, { code: "LAW" });
	expect(await codes(`?organisationId=${organisationId}`)).toEqual(["AGR", "PHY"]);
	expect(await codes(`?organisationId=${elsewhere}`)).toEqual([]);
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

const openStaff = async () => {
	const staff = await openServicesFixture();
	const [phy] = staff.application.courses;
	if (!phy) throw new Error("the application offers courses");
	return { staff, phy };
};

interface Refused {
	code?: string;
	error?: string;
	fields?: Record<string, string[]>;
}

test("keeps codes in capitals, and refuses a second one of any case by its code", async () => {
	const { staff } = await openStaff();
	const created = await staff.send<{ code: string; status: string }>("POST", "/courses", {
		code: " law ",
		title: "Law",
	});
	expect([created.status, created.body.code, created.body.status]).toEqual([201, "LAW", "active"]);
	const again = await staff.send<Refused>("POST", "/courses", { code: "lAw", title: "Laws" });
	const error = 'The course code "LAW" is already in use';
	expect([again.status, again.body.error, again.body.fields]).toEqual([409, error, { code: [error] }]);
	const lost = { code: "MED", title: "Medicine", administrationLevelItemId: "nowhere" };
	const refused = await staff.send<Refused>("POST", "/courses", lost);
	expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([422, ["administrationLevelItemId"]]);
});

test("offers a course no longer by its status alone, and keeps that in its history", async () => {
	const { staff, phy } = await openStaff();
	const disabled = await staff.send("PATCH", `/courses/${phy.id}`, { status: "disabled" });
	expect(disabled.body).toMatchObject({ code: phy.code, title: phy.title, status: "disabled" });
	const { body } = await staff.get<{ data: object[] }>(`/courses/${phy.id}/history`);
	expect(body.data).toMatchObject([{ before: { status: "active" }, after: { status: "disabled" } }]);
	const stale = await staff.send<Refused>("PATCH", `/courses/${phy.id}`, { status: "active", version: 1 });
	expect([stale.status, stale.body.code]).toEqual([409, "changed_meanwhile"]);
});

test("lists the applicants of a course, the newest first, and refuses to delete it then", async () => {
	const { staff, phy } = await openStaff();
	const offered = await staff.send<Refused>("DELETE", `/courses/${phy.id}`);
	expect([offered.status, offered.body.error]).toEqual([
		409,
		"This cannot be deleted, because 1 application offers it.",
	]);
	const [first, second] = [await createApplicant(staff.application), await createApplicant(staff.application)];
	await createApplicant(staff.application, { courseId: staff.application.courses[1]?.id ?? "" });
	const { body } = await staff.get<{ data: object[]; resultTotal: number }>(`/courses/${phy.id}/applicants`);
	expect([body.resultTotal, body.data]).toMatchObject([
		2,
		[{ id: second.id, applicationTitle: staff.application.title, stageName: "Registration" }, { id: first.id }],
	]);
	expect((await staff.get(`/courses/${phy.id}`)).body).toMatchObject({ applicants: 2, applications: 1 });
	const refused = await staff.send<Refused>("DELETE", `/courses/${phy.id}`);
	expect([refused.status, refused.body.error]).toEqual([
		409,
		"This course cannot be deleted as it is tied to one or more applicant(s)",
	]);
});

test("a change of the status keeps what a colleague has saved since the course was read", async () => {
	const before: { commit?: (() => Promise<unknown>) | undefined } = {};
	const batch = async (statements: D1PreparedStatement[]) => {
		const { commit } = before;
		before.commit = undefined;
		await commit?.();
		return env.DB.batch(statements);
	};
	const staff = await openServicesFixture({ bindings: { DB: replacing(env.DB, { batch }) } });
	const [phy] = staff.application.courses;
	before.commit = () =>
		testDb()
			.update(courses)
			.set({ title: "Applied Physics", updatedAt: staff.clock.now() + 1 })
			.where(and(eq(courses.organisationId, staff.organisation.id), eq(courses.id, phy?.id ?? "")));
	const refused = await staff.send<Refused>("PATCH", `/courses/${phy?.id}`, { status: "disabled" });
	expect([refused.status, refused.body.code]).toEqual([409, "changed_meanwhile"]);
	expect((await staff.get(`/courses/${phy?.id}`)).body).toMatchObject({ title: "Applied Physics", status: "active" });
});
