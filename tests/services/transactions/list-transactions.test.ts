import { beforeAll, expect, test } from "vitest";
import {
	createApplicant,
	createApplication,
	createOrganisation,
	createTransaction,
	createUser,
	signIn,
} from "#tests/support/factories";
import { serviceApp } from "#tests/support/service-app";
import { transactionsRoutes } from "#worker/services/transactions/routes";

const call = serviceApp([transactionsRoutes]);

const openFixture = async () => {
	const { id: organisationId } = await createOrganisation();
	const application = await createApplication(organisationId);
	const applicant = await createApplicant(application);
	const { headers } = await signIn(await createUser({ organisationId, privileges: ["candidate:r"] }));
	return { application, applicant, headers };
};
let here: Awaited<ReturnType<typeof openFixture>>;
beforeAll(async () => {
	here = await openFixture();
});
const list = async (applicantId: string, query = "") => {
	const response = await call(`/candidates/${applicantId}/transactions${query}`, { headers: here.headers });
	return { status: response.status, body: (await response.json()) as Listed & { code?: string } };
};
interface Listed {
	data: { id: string; status: string }[];
	resultTotal: number;
	page: number;
	size: number;
}

test("lists a transaction with its lines, charge, application and course", async () => {
	const applicant = await createApplicant(here.application);
	const [course] = here.application.courses;
	const items = [
		{ name: "Application form", amount: 700_000, currency: "NGN" },
		{ name: "Late registration", amount: 0, currency: "NGN" },
	];
	const row = await createTransaction(applicant, {
		items,
		amount: 700_000,
		gatewayCharge: 16_125,
		platform: "REMITA",
		rrr: "270012345678",
		name: "Okafor Family",
	});
	expect((await list(applicant.id)).body).toEqual({
		data: [
			{
				id: row.id,
				reference: row.reference,
				email: applicant.email,
				name: "Okafor Family",
				username: applicant.email,
				rrr: "270012345678",
				amount: 700_000,
				gatewayCharge: 16_125,
				currency: "NGN",
				platform: "REMITA",
				status: "success",
				createdAt: row.createdAt,
				items,
				paidAt: null,
				reversedAmount: 0,
				applicantId: applicant.id,
				applicationId: here.application.id,
				application: { title: here.application.title },
				course: { code: course?.code, title: course?.title },
			},
		],
		resultTotal: 1,
		page: 0,
		size: 10,
		next: null,
	});
});

test("accepts the applicant's id as a parameter too, and finds nothing for another one", async () => {
	const [applicant, other] = [await createApplicant(here.application), await createApplicant(here.application)];
	await createTransaction(applicant);
	expect((await list(applicant.id, `?candidateId=${applicant.id}`)).body.resultTotal).toBe(1);
	expect((await list(applicant.id, `?candidateId=${other.id}`)).status).toBe(404);
});

test("lists the newest transactions first, ten a page unless more are requested", async () => {
	const applicant = await createApplicant(here.application);
	const ids = [];
	for (let n = 0; n < 12; n++) ids.unshift((await createTransaction(applicant, { createdAt: 1_000 + (n >> 1) })).id);
	const first = (await list(applicant.id)).body;
	const second = (await list(applicant.id, "?page=1")).body;
	expect([first.data.length, second.data.length, first.resultTotal]).toEqual([10, 2, 12]);
	expect(new Set([...first.data, ...second.data].map(({ id }) => id))).toEqual(new Set(ids));
	expect((await list(applicant.id, "?size=20")).body.data).toHaveLength(12);
	expect((await list(applicant.id, "?page=7")).body).toMatchObject({ data: [], resultTotal: 12 });
});

test("shows a payment whose application and course were deleted", async () => {
	const applicant = await createApplicant(here.application);
	await createTransaction(applicant, { applicationId: "gone", courseId: "gone-too" });
	expect((await list(applicant.id)).body.data).toMatchObject([
		{ application: { title: "gone" }, course: { code: "gone-too", title: "gone-too" } },
	]);
});

test("lists nothing for an applicant who paid nothing, and no payments of others", async () => {
	const there = await openFixture();
	await createTransaction(there.applicant);
	await createTransaction(await createApplicant(here.application));
	expect((await list(here.applicant.id)).body).toMatchObject({ data: [], resultTotal: 0 });
	expect(await list(there.applicant.id)).toMatchObject({ status: 404, body: { code: "not_found" } });
});
