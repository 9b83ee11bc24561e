import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { plainDatabase } from "#tests/support/statements";
import type { FormLayout } from "#worker/contract/forms/form-schema";
import { allPermissions } from "#worker/contract/permissions";
import { paymentSearchText } from "#worker/contract/text/search-text";
import { openDatabase } from "#worker/database/database";
import { applicants, refereeInvitations, referees } from "#worker/database/schema/applicants";
import { applicationCourses, applications } from "#worker/database/schema/applications";
import { roles, sessions, userRoles, users } from "#worker/database/schema/auth";
import { formDesigns, formDesignVersions, submissions } from "#worker/database/schema/forms";
import { locations, organisations } from "#worker/database/schema/organisations";
import { adminLevelItems, adminLevels, courses } from "#worker/database/schema/structure";
import { type StoredStatus, transactions } from "#worker/database/schema/transactions";
import { workflowSteps, workflows } from "#worker/database/schema/workflows";
import { signAccessToken } from "#worker/http/access-token";
import { hashToken, randomToken } from "#worker/http/keys";

/** The default creation time of a test's rows. */
const madeAt = Date.UTC(2026, 10, 1, 9, 0);
let counter = 0;
/** Returns a number that is unique within a run. */
const unique = (prefix: string) => `${prefix}-${++counter}`;

export const testDb = () => openDatabase(plainDatabase);

export const createOrganisation = async (values: Partial<typeof organisations.$inferInsert> = {}) => {
	const id = values.id ?? unique("org");
	const row = {
		id,
		name: `University of ${id}`,
		shortName: id.toUpperCase(),
		searchKey: `k${(counter + 36 * 36).toString(36).slice(-2)}`,
		createdAt: madeAt,
		...values,
	};
	await testDb().insert(organisations).values(row);
	return row;
};

interface UserOptions extends Partial<typeof users.$inferInsert> {
	organisationId: string;
	/** All privileges by default. */
	privileges?: readonly string[];
}

/** Creates a user with a role of their own. */
export const createUser = async ({ privileges = allPermissions, ...values }: UserOptions) => {
	const id = values.id ?? unique("user");
	const row = {
		id,
		email: `${id}@${values.organisationId}.example`,
		firstName: "Hauwa",
		lastName: "Bello",
		createdAt: madeAt,
		emailConfirmedAt: madeAt,
		...values,
	};
	const role = {
		organisationId: values.organisationId,
		id: `role-${id}`,
		name: `Role of ${id}`,
		privileges: [...privileges],
		createdAt: madeAt,
		updatedAt: madeAt,
	};
	await testDb().batch([
		testDb().insert(users).values(row),
		testDb().insert(roles).values(role),
		testDb().insert(userRoles).values({ organisationId: values.organisationId, userId: id, roleId: role.id }),
	]);
	return row;
};

/** Creates a session and returns its access token. @param now UTC milliseconds, the test clock's */
export const signIn = async (user: { organisationId: string; id: string }, now = Date.now()) => {
	const sessionId = unique("session");
	await testDb()
		.insert(sessions)
		.values({
			organisationId: user.organisationId,
			id: sessionId,
			userId: user.id,
			rotatedAt: now,
			createdAt: now,
			expiresAt: now + 12 * 3_600_000,
		});
	const accessToken = await signAccessToken(
		env.SECRET,
		{ organisationId: user.organisationId, userId: user.id, sessionId },
		now,
	);
	return { accessToken, sessionId, headers: { authorization: `Bearer ${accessToken}` } };
};

export const createLocation = async (organisationId: string, name = "Main Campus, Yaba") => {
	const row = { organisationId, id: unique("location"), name };
	await testDb().insert(locations).values(row);
	return row;
};

/** Creates as many applications as a dialog lists, with names that come first. */
export const createHundredLocations = async (organisationId: string) => {
	const [first = "", ...names] = Array.from({ length: 100 }, (_, index) => `Centre ${String(index).padStart(3, "0")}`);
	const insert = (name: string) =>
		testDb()
			.insert(locations)
			.values({ organisationId, id: unique("location"), name });
	await testDb().batch([insert(first), ...names.map(insert)]);
};

export const createCourse = async (organisationId: string, values: Partial<typeof courses.$inferInsert> = {}) => {
	const id = values.id ?? unique("course");
	const row = { organisationId, id, code: id.toUpperCase(), title: `Studies of ${id}`, createdAt: madeAt, ...values };
	await testDb().insert(courses).values(row);
	return row;
};

/** Creates a faculty with one department. */
export const createStructure = async (organisationId: string) => {
	const [faculty, department] = [unique("faculty"), unique("department")];
	const [top, bottom] = [unique("level"), unique("level")];
	await testDb().batch([
		testDb()
			.insert(adminLevels)
			.values([
				{ organisationId, id: top, name: "Faculty", childId: bottom, position: 0 },
				{ organisationId, id: bottom, name: "Department", parentId: top, position: 1 },
			]),
		testDb()
			.insert(adminLevelItems)
			.values([
				{ organisationId, id: faculty, levelId: top, name: "Faculty of Science" },
				{ organisationId, id: department, levelId: bottom, parentItemId: faculty, name: "Department of Physics" },
			]),
	]);
	return { facultyId: faculty, departmentId: department, levelIds: [top, bottom] };
};

const smallLayout: FormLayout = {
	sections: [
		{
			id: "personal",
			title: "Personal information",
			rows: [
				{
					id: "names",
					cols: [
						{ fieldId: "surname", type: "text", props: { label: "Surname", required: true } },
						{ fieldId: "dob", type: "single-date", props: { label: "Date of birth" } },
					],
				},
			],
		},
	],
};

interface ApplicationOptions {
	title?: string;
	/** Names of its steps, in order; the type is the name in capitals. */
	stages?: readonly string[];
	courseCount?: number;
	layout?: FormLayout;
}

/** Creates an application with a workflow, courses and a form design. */
export const createApplication = async (
	organisationId: string,
	{
		title,
		stages = ["Registration", "In_review", "Accepted", "Declined"],
		courseCount = 2,
		layout,
	}: ApplicationOptions = {},
) => {
	const id = unique("application");
	const workflowId = unique("workflow");
	const formDesignId = unique("design");
	const steps = stages.map((name, position) => ({
		organisationId,
		id: unique("step"),
		workflowId,
		name: name.replaceAll("_", " "),
		type: name.toUpperCase(),
		position,
	}));
	await testDb().batch([
		testDb().insert(workflows).values({ organisationId, id: workflowId, name: workflowId, createdAt: madeAt }),
		testDb().insert(workflowSteps).values(steps),
		testDb()
			.insert(formDesigns)
			.values({ organisationId, id: formDesignId, title: "Undergraduate form", createdAt: madeAt }),
		testDb()
			.insert(formDesignVersions)
			.values({ organisationId, formDesignId, version: 1, layout: layout ?? smallLayout, createdAt: madeAt }),
		testDb()
			.insert(applications)
			.values({
				organisationId,
				id,
				title: title ?? `Admission ${id}`,
				formDesignId,
				workflowId,
				createdAt: madeAt + counter,
			}),
	]);
	const offered = [];
	for (let index = 0; index < courseCount; index++) {
		const course = await createCourse(organisationId);
		await testDb().insert(applicationCourses).values({ organisationId, applicationId: id, courseId: course.id });
		offered.push(course);
	}
	return { organisationId, id, title: title ?? `Admission ${id}`, workflowId, formDesignId, steps, courses: offered };
};

type TestApplication = Awaited<ReturnType<typeof createApplication>>;

/** Creates an applicant at the application's first step, with a submission. */
export const createApplicant = async (
	application: TestApplication,
	values: Omit<Partial<typeof applicants.$inferInsert>, "submissionId"> & {
		data?: Record<string, unknown>;
		hasForm?: boolean;
	} = {},
) => {
	const id = values.id ?? unique("applicant");
	const [step] = application.steps;
	const [course] = application.courses;
	if (!step || !course) throw new Error("the application needs a step and a course");
	const { data = { surname: "Okafor" }, hasForm = true, ...columns } = values;
	const submissionId = `form-${id}`;
	const row = {
		organisationId: application.organisationId,
		id,
		applicationId: application.id,
		applicationNumber: `NO/26/${id}`,
		reference: `REF-${id}`,
		firstName: "Adaeze",
		middleName: "Chinonso",
		lastName: "Okafor",
		email: `${id}@mail.example`,
		courseId: course.id,
		stepId: step.id,
		publicId: `public-${crypto.randomUUID()}`,
		registeredAt: madeAt,
		stageChangedAt: madeAt,
		updatedAt: madeAt,
		searchText: "",
		...columns,
		submissionId: hasForm ? submissionId : null,
	};
	await testDb().batch([
		testDb().insert(applicants).values(row),
		testDb()
			.insert(submissions)
			.values({
				organisationId: application.organisationId,
				id: submissionId,
				applicantId: id,
				formDesignId: application.formDesignId,
				designVersion: 1,
				data,
				repeats: { sections: {}, rows: {} },
				percentComplete: 100,
				submittedAt: madeAt,
				updatedAt: madeAt,
			}),
	]);
	return { version: 1, ...row, submissionId };
};

/** Creates a payment of the application fee: successful and by Paystack by default. */
export const createTransaction = async (
	{ organisationId, id: applicantId, applicationId, courseId, email }: typeof applicants.$inferInsert,
	values: Partial<typeof transactions.$inferInsert> = {},
) => {
	const id = values.id ?? unique("transaction");
	const known = { reference: `T${id}`, name: "Adaeze Okafor", username: email, email, rrr: null, ...values };
	const [organisation] = await testDb().select().from(organisations).where(eq(organisations.id, organisationId));
	const row = {
		organisationId,
		id,
		applicantId,
		applicationId,
		courseId,
		...known,
		platform: "PAYSTACK",
		status: "success" as StoredStatus,
		amount: 1_500_000,
		items: [{ name: "Application form", amount: 1_500_000, currency: "NGN" }],
		searchText: paymentSearchText(organisation?.searchKey ?? "", known),
		createdAt: madeAt,
		updatedAt: madeAt,
		...values,
	};
	await testDb().insert(transactions).values(row);
	return row;
};

/** Creates a referee who was asked and has not answered. */
export const createReferee = async (
	{ organisationId, id: applicantId }: { organisationId: string; id: string },
	values: Partial<typeof referees.$inferInsert> = {},
) => {
	const id = values.id ?? unique("referee");
	const row = {
		organisationId,
		id,
		applicantId,
		name: `Dr Musa ${id}`,
		email: `${id}@college.example`,
		status: "pending",
		invitedAt: madeAt,
		createdAt: madeAt + ++counter,
		...values,
	};
	await testDb().insert(referees).values(row);
	return row;
};

/** Creates a link for a referee. @returns its token */
export const createInvitation = async (
	{ organisationId, id: refereeId }: { organisationId: string; id: string },
	values: Partial<typeof refereeInvitations.$inferInsert> = {},
): Promise<string> => {
	const token = randomToken();
	const row = { organisationId, refereeId, tokenHash: await hashToken(token), createdAt: madeAt, ...values };
	await testDb()
		.insert(refereeInvitations)
		.values({ expiresAt: Date.now() + 30 * 86_400_000, ...row });
	return token;
};
