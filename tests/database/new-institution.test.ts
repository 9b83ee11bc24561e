import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { authApp, logIn } from "#tests/services/auth/accounts";
import { testClock } from "#tests/support/clock";
import { createApplicant, createCourse, testDb } from "#tests/support/factories";
import { plainDatabase } from "#tests/support/statements";
import { stageOffersTemplates } from "#worker/contract/stage-types";
import { buildInstitution } from "#worker/database/new-institution/build";
import type { NewInstitution } from "#worker/database/new-institution/options";
import { applicationCourses, applications } from "#worker/database/schema/applications";
import { formDesigns } from "#worker/database/schema/forms";
import { templates, workflowSteps, workflows } from "#worker/database/schema/workflows";
import { hashToken, randomToken } from "#worker/http/keys";
import { createServices } from "#worker/services/app";

const clock = testClock();
const newPassword = "Harmattan Market 7!";

let made = 0;

/** Makes an institution as the command does, from the statements of its file. */
const make = async (more: Partial<NewInstitution> = {}) => {
	made += 1;
	const wanted: NewInstitution = {
		id: `north-${made}`,
		name: "Northern O'Brien College; of Arts",
		admin: "ada@north.example",
		adminName: "Ada Ngozi Obi",
		timeZone: "Africa/Lagos",
		courseAlias: "programme",
		...more,
	};
	const token = randomToken();
	const { statements, administratorId } = buildInstitution(wanted, {
		now: clock.now(),
		newId: () => crypto.randomUUID(),
		searchKey: `n${String(made).padStart(2, "0")}`,
		link: { tokenHash: await hashToken(token), expiresAt: clock.now() + 1_000 },
	});
	await plainDatabase.batch(statements.map((sql) => plainDatabase.prepare(sql)));
	return { organisation: wanted.id, wanted, userId: administratorId, token };
};

/** Sets the administrator's password by the link, and signs in. @returns a caller of the services */
const enter = async ({ organisation, userId, token, wanted }: Awaited<ReturnType<typeof make>>) => {
	const auth = authApp(clock);
	const confirmed = await auth("/ums/confirm", { body: { organisation, userId, token, password: newPassword } });
	expect(confirmed.status).toBe(200);
	const response = await logIn(auth, organisation, wanted.admin, newPassword);
	expect(response.status).toBe(200);
	const { accessToken } = await response.json<{ accessToken: string }>();
	const app = createServices(clock);
	return async <T = Record<string, unknown>>(path: string, init: RequestInit = {}) => {
		const headers = { authorization: `Bearer ${accessToken}` };
		const ctx = createExecutionContext();
		const answered = await app.fetch(new Request(`https://portal.test/api${path}`, { ...init, headers }), env, ctx);
		await waitOnExecutionContext(ctx);
		expect([path, answered.status]).toEqual([path, 200]);
		return answered.json<T>();
	};
};

describe("a new institution", () => {
	test("is signed in to by the link of its administrator, who may do everything", async () => {
		const institution = await make();
		const call = await enter(institution);
		expect(await call("/ums/me")).toMatchObject({
			firstName: "Ada",
			lastName: "Ngozi Obi",
			email: "ada@north.example",
			adminRoles: [{ role: { name: "Super administrator" }, adminLevelItem: null }],
		});
		expect(await call("/organisation")).toMatchObject({
			name: "Northern O'Brien College; of Arts",
			shortName: "NOCA",
			timeZone: "Africa/Lagos",
			aliases: { course: "programme" },
			contacts: [{ email: "ada@north.example", phone: null }],
		});
		const again = { organisation: institution.organisation, userId: institution.userId, token: institution.token };
		const used = await authApp(clock)("/ums/confirm", { body: { ...again, password: newPassword } });
		expect(used.status).toBe(400);
	});

	test("begins with four roles, a workflow whose writing stages have an email, an offer letter and a form", async () => {
		const { organisation, ...institution } = await make();
		const call = await enter({ organisation, ...institution });
		const roles = await call<{ data: { name: string; privileges: string[] }[] }>("/ums/roles");
		expect(roles.data.map(({ name }) => name)).toEqual([
			"Admissions officer",
			"Finance officer",
			"Reviewer",
			"Super administrator",
		]);
		const { data: flows } = await call<{ data: { id: string; steps: Record<string, unknown>[] }[] }>("/workflow");
		const workflow = await call<{ steps: { type: string; emailTemplate: unknown; pdfTemplate: unknown }[] }>(
			`/workflow/${flows[0]?.id}`,
		);
		expect(workflow.steps[0]?.type).toBe("REGISTRATION");
		for (const { type, emailTemplate } of workflow.steps)
			expect([type, emailTemplate !== null]).toEqual([type, stageOffersTemplates(type)]);
		expect(workflow.steps.find(({ type }) => type === "CONDITIONAL_OFFER")?.pdfTemplate).not.toBeNull();
		const [form] = await testDb().select().from(formDesigns).where(eq(formDesigns.organisationId, organisation));
		expect(form).toMatchObject({ active: true, version: 1 });
	});

	test("has an email for each kind of reminder", async () => {
		const { organisation } = await make();
		const named = await testDb()
			.select({ name: templates.name })
			.from(templates)
			.where(eq(templates.organisationId, organisation));
		expect(named.map(({ name }) => name)).toEqual(
			expect.arrayContaining(["Finish your application", "Application fee not paid", "Reference still expected"]),
		);
	});

	test("answers every list, empty or not", async () => {
		const call = await enter(await make());
		for (const path of ["/applications", "/courses", "/candidates", "/administration-levels", "/ums/users", "/reasons"])
			expect((await call<{ data: unknown[] }>(path)).data, path).toBeInstanceOf(Array);
	});

	test("receives a first application by its form, whose facts the list knows", async () => {
		const institution = await make();
		const call = await enter(institution);
		const organisationId = institution.organisation;
		const [[workflow], steps, [form]] = await Promise.all([
			testDb().select().from(workflows).where(eq(workflows.organisationId, organisationId)),
			testDb()
				.select()
				.from(workflowSteps)
				.where(eq(workflowSteps.organisationId, organisationId))
				.orderBy(workflowSteps.position),
			testDb().select().from(formDesigns).where(eq(formDesigns.organisationId, organisationId)),
		]);
		const ids = { id: `first-${organisationId}`, workflowId: workflow?.id ?? "", formDesignId: form?.id ?? "" };
		const course = await createCourse(organisationId);
		await testDb()
			.insert(applications)
			.values({ organisationId, ...ids, title: "First", createdAt: 1 });
		await testDb().insert(applicationCourses).values({ organisationId, applicationId: ids.id, courseId: course.id });
		const application = { organisationId, ...ids, title: "First", steps, courses: [course] };
		const applicant = await createApplicant(application, { data: {} });
		const answers = {
			surname: "Musa",
			firstName: "Binta",
			email: "binta@mail.example",
			phone: "0803 111 2222",
			dateOfBirth: "2008-03-04",
			gender: "F",
			nationality: "Nigeria",
			address: "4 Zoo Road",
			origin: { state: "Kano", lga: "Tarauni" },
			examination: "WASSCE",
			examinationYear: 2025,
			candidateNumber: "4123456789",
			subject: "Mathematics",
			grade: "B2",
			declared: true,
			jambScore: 281,
		};
		const data = JSON.stringify({ ...answers, applicationKey: ids.id, submit: true, version: 1 });
		const body = new FormData();
		body.set("data", data);
		expect(await call(`/forms/${applicant.submissionId}`, { method: "PUT", body })).toMatchObject({
			percentComplete: 100,
			layout: { sections: expect.arrayContaining([expect.objectContaining({ id: "results" })]) },
		});
		const found = await call<{ data: { id: string }[] }>(
			`/candidates?applicationId=${ids.id}&states=Kano&scoreFrom=281`,
		);
		expect(found.data.map(({ id }) => id)).toEqual([applicant.id]);
	});
});
