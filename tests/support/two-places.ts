import { eq } from "drizzle-orm";
import { createAllOf } from "#tests/support/all-of-applicant";
import { createApplicant, createApplication, createOrganisation, createUser, testDb } from "#tests/support/factories";
import { plainDatabase } from "#tests/support/statements";
import { searchText } from "#worker/contract/text/search-text";
import { applicants } from "#worker/database/schema/applicants";
import { reasonCounts } from "#worker/database/schema/reasons";
import { runRows } from "#worker/database/schema/runs";
import { adminLevelItems, adminLevels } from "#worker/database/schema/structure";
import { identityKeys } from "#worker/database/schema/uploaded-candidates";
import { templates, workflowSteps } from "#worker/database/schema/workflows";

/** Where a role is held, and whether the one applicant (in Physics) and the other (in Law) are at that place. */
export const places = {
	"no place": { inside: true, outside: true },
	university: { inside: true, outside: true },
	science: { inside: true, outside: false },
	physics: { inside: true, outside: false },
	law: { inside: false, outside: true },
	chemistry: { inside: false, outside: false },
	"a deleted item": { inside: false, outside: false },
} as const;
export type PlaceName = keyof typeof places;
export const placeNames = Object.keys(places) as PlaceName[];

/** Opens an institution with an applicant named Insider in Physics, one named Outsider in Law, and all that can be theirs. */
export const openTwoPlaces = async () => {
	const organisation = await createOrganisation();
	const organisationId = organisation.id;
	await createStructureOf(organisationId);
	const application = await createApplication(organisationId);
	const [physics, law] = application.courses;
	if (!physics || !law) throw new Error("the application needs two courses");
	await bindCourse(physics, "physics");
	await bindCourse(law, "law");
	const create = (lastName: string, key: string, courseId: string) => {
		const email = `${lastName.toLowerCase()}@mail.example`;
		const named = { firstName: "Ada", middleName: null, lastName, email, applicationNumber: `NO/26/${lastName}` };
		return createApplicant(application, {
			...named,
			courseId,
			photoKey: `photos/${key}.png`,
			searchText: searchText(organisation.searchKey, { ...named, reference: "" }),
		});
	};
	const inside = await create("Insider", "inside", physics.id);
	const outside = await create("Outsider", "outside", law.id);
	const owner = await createUser({ organisationId, privileges: [], firstName: "Owner" });
	const concerned = { owner, departmentId: "physics", application };
	const allInside = await createAllOf("inside", { ...concerned, applicant: inside });
	const allOutside = await createAllOf("outside", { ...concerned, applicant: outside });
	await createWhatBothShare({ organisationId, application, inside, outside });
	const locationId = allInside.ids.find(([prefix]) => prefix === "/locations/")?.[1].id;
	await testDb().update(applicants).set({ locationId }).where(eq(applicants.organisationId, organisationId));
	return { organisationId, application, inside, outside, allInside, allOutside };
};
export type TwoPlaces = Awaited<ReturnType<typeof openTwoPlaces>>;

/** Creates what concerns both applicants: they may be one person, and colleagues have changed, written to and counted both. */
const createWhatBothShare = async ({
	organisationId,
	application,
	inside,
	outside,
}: Pick<TwoPlaces, "organisationId" | "application" | "inside" | "outside">) => {
	const both = [inside.id, outside.id];
	const stepId = application.steps[0]?.id ?? "";
	const key = { organisationId, scope: application.id, key: "phone:8031234567" };
	const template = { organisationId, name: "t", content: "c", createdAt: 1, updatedAt: 1 };
	await testDb().batch([
		testDb()
			.insert(templates)
			.values([
				{ ...template, id: "offer", type: "document" as const },
				{ ...template, id: "written", type: "email" as const },
			]),
		testDb().update(workflowSteps).set({ emailTemplateId: "written" }).where(eq(workflowSteps.id, stepId)),
		testDb()
			.insert(identityKeys)
			.values({ ...key, ownerId: inside.id }),
		testDb()
			.insert(identityKeys)
			.values({ ...key, ownerId: outside.id }),
		...["inside-batch", "outside-batch"].map((runId) =>
			testDb()
				.insert(runRows)
				.values(
					both.map((subjectId, position) => ({ organisationId, runId, subjectId, position, outcome: "changed" })),
				),
		),
		testDb()
			.insert(reasonCounts)
			.values(
				[inside, outside].map(({ courseId }) => ({
					organisationId,
					applicationId: application.id,
					reasonId: "inside-reason",
					stepId,
					courseId,
					applicants: 1,
				})),
			),
	]);
};

/** Creates a university with two faculties and three departments. */
const createStructureOf = async (organisationId: string) => {
	const item = (id: string, levelId: string, parentItemId: string | null) => ({
		organisationId,
		id,
		levelId,
		parentItemId,
		name: id,
	});
	await testDb().batch([
		testDb()
			.insert(adminLevels)
			.values(["top", "faculty", "department"].map((id, position) => ({ organisationId, id, name: id, position }))),
		testDb()
			.insert(adminLevelItems)
			.values([
				item("university", "top", null),
				item("science", "faculty", "university"),
				item("law", "faculty", "university"),
				item("physics", "department", "science"),
				item("chemistry", "department", "science"),
			]),
	]);
};

const bindCourse = ({ organisationId, id }: { organisationId: string; id: string }, adminLevelItemId: string) =>
	plainDatabase
		.prepare("UPDATE courses SET admin_level_item_id = ? WHERE organisation_id = ? AND id = ?")
		.bind(adminLevelItemId, organisationId, id)
		.run();

/** Binds a role of a user to a place. */
export const bindRole = (
	{ organisationId, userId, roleId }: { organisationId: string; userId: string; roleId: string },
	place: PlaceName,
) =>
	plainDatabase
		.prepare("UPDATE user_roles SET admin_level_item_id = ? WHERE organisation_id = ? AND user_id = ? AND role_id = ?")
		.bind(place === "no place" ? null : place, organisationId, userId, roleId)
		.run();
