import { expect, test } from "vitest";
import { adminLevelsRoutes } from "#worker/services/admin-levels/routes";
import { createOrganisation, createStructure, createUser, signIn } from "../../support/factories";
import { serviceApp } from "../../support/service-app";

const call = serviceApp([adminLevelsRoutes]);

const openFixture = async () => {
	const { id: organisationId } = await createOrganisation();
	const structure = await createStructure(organisationId);
	await createStructure((await createOrganisation()).id);
	const { headers } = await signIn(await createUser({ organisationId, privileges: ["course:r"] }));
	return { ...structure, headers };
};

test("lists levels from the top, each with the levels above and below it", async () => {
	const { headers, levelIds } = await openFixture();
	const response = await call("/administration-levels", { headers });
	expect(await response.json()).toEqual({
		data: [
			{ id: levelIds[0], name: "Faculty", parentId: null, childId: levelIds[1], order: 0 },
			{ id: levelIds[1], name: "Department", parentId: levelIds[0], childId: null, order: 1 },
		],
		resultTotal: 2,
		page: 0,
		size: 2,
		next: null,
		version: 1,
	});
});

test("lists items by name with their level, filtered by level and words", async () => {
	const { headers, levelIds, facultyId, departmentId } = await openFixture();
	const all = await call("/administration-level-items", { headers });
	expect(await all.json()).toEqual({
		data: [
			{
				id: departmentId,
				name: "Department of Physics",
				parentItemId: facultyId,
				version: 1,
				levelId: levelIds[1],
				level: { id: levelIds[1], name: "Department" },
				path: ["Faculty of Science", "Department of Physics"],
				items: 0,
				courses: 0,
				holders: 0,
				privilegesElsewhere: [],
			},
			{
				id: facultyId,
				name: "Faculty of Science",
				parentItemId: null,
				version: 1,
				levelId: levelIds[0],
				level: { id: levelIds[0], name: "Faculty" },
				path: ["Faculty of Science"],
				items: 1,
				courses: 0,
				holders: 0,
				privilegesElsewhere: [],
			},
		],
		resultTotal: 2,
		page: 0,
		size: 100,
		next: null,
	});
	const ofLevel = await call(`/administration-level-items?levelId=${levelIds[0]}`, { headers });
	expect(await ofLevel.json()).toMatchObject({ data: [{ id: facultyId }], resultTotal: 1 });
	const found = await call("/administration-level-items?keyword=physics&size=1", { headers });
	expect(await found.json()).toMatchObject({ data: [{ id: departmentId }], resultTotal: 1 });
});

test("offers every item with its path and level for a choice, each behind the one that it is part of", async () => {
	const { headers, facultyId, departmentId } = await openFixture();
	const response = await call("/structure", { headers });
	expect(await response.json()).toEqual({
		data: [
			{ id: facultyId, name: "Faculty of Science", path: ["Faculty of Science"], levelName: "Faculty" },
			{
				id: departmentId,
				name: "Department of Physics",
				levelName: "Department",
				path: ["Faculty of Science", "Department of Physics"],
			},
		],
		resultTotal: 2,
		page: 0,
		size: 2,
		next: null,
		atTop: true,
	});
});
