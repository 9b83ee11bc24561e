import { expect, test } from "vitest";
import {
	createApplicant,
	createApplication,
	createOrganisation,
	createTransaction,
	createUser,
	signIn,
} from "#tests/support/factories";
import { readPdf, withoutSpaces } from "#tests/support/read-pdf";
import { serviceApp } from "#tests/support/service-app";
import { bindRole, openTwoPlaces } from "#tests/support/two-places";
import { transactionsRoutes } from "#worker/services/transactions/routes";

const call = serviceApp([transactionsRoutes]);

const openFixture = async () => {
	const { id: organisationId } = await createOrganisation({ name: "Ìlọ́fà University", courseAlias: "programme" });
	const applicant = await createApplicant(await createApplication(organisationId), { firstName: "Adé" });
	const { headers } = await signIn(await createUser({ organisationId, privileges: ["candidate:r"] }));
	const receipt = (transactionId: string, applicantId = applicant.id) =>
		call(`/candidates/${applicantId}/transactions/${transactionId}/receipt`, { headers });
	return { applicant, receipt };
};

test("prints a receipt for a successful transaction with its lines, the fee and the total", async () => {
	const { applicant, receipt } = await openFixture();
	const { id } = await createTransaction(applicant, {
		reference: "1234567890123",
		platform: "REMITA",
		rrr: "270012345678",
		amount: 1_500_000,
		gatewayCharge: 16_125,
		items: [
			{ name: "Application form", amount: 1_500_000, currency: "NGN" },
			{ name: "Late registration", amount: 0, currency: "NGN" },
		],
	});
	const response = await receipt(id);
	expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/pdf"]);
	expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="Receipt 1234567890123\.pdf"/);
	expect(response.headers.get("content-security-policy")).toMatch(/sandbox/);
	const { text, pages } = await readPdf(new Uint8Array(await response.arrayBuffer()));
	expect(pages).toHaveLength(1);
	for (const part of [
		"1234567890123",
		"270012345678",
		"Remita",
		"Application form",
		"₦15,000.00",
		"₦161.25",
		"₦15,161.25",
		"Ìlọ́fà University",
		"Payment receipt",
		"Status Success",
		"Programme",
	])
		expect(text).toContain(withoutSpaces(part));
	expect(text).not.toMatch(/Lateregistration|notpaid|notareceipt/);
});

test("of a payment of which a part went back the receipt says what remains paid", async () => {
	const { applicant, receipt } = await openFixture();
	const { id } = await createTransaction(applicant, {
		platform: "PAYSTACK",
		amount: 5_000_000,
		gatewayCharge: 15_000,
		reversedAmount: 1_500_000,
		items: [{ name: "Acceptance fee", amount: 5_000_000, currency: "NGN" }],
	});
	const { text } = await readPdf(new Uint8Array(await (await receipt(id)).arrayBuffer()));
	const lines = ["Acceptance fee ₦50,000.00", "Gateway fee ₦150.00", "Total ₦50,150.00"];
	const after = ["Went back to the payer -₦15,000.00", "Remains paid ₦35,150.00"];
	expect(text).toContain(withoutSpaces([...lines, ...after].join("")));
	expect(text).toContain("StatusSuccess");
});

test("of a payment that went back whole nothing remains paid", async () => {
	const { applicant, receipt } = await openFixture();
	const { id } = await createTransaction(applicant, { amount: 850_000, gatewayCharge: 0, reversedAmount: 850_000 });
	const { text } = await readPdf(new Uint8Array(await (await receipt(id)).arrayBuffer()));
	expect(text).toContain(withoutSpaces("Went back to the payer -₦8,500.00 Remains paid ₦0.00"));
});

test.each([
	["failed" as const, "Payment record, not paid", "FAILED"],
	["pending" as const, "Payment record, payment not confirmed", "PENDING"],
])("prints for a transaction that is %s a record that is clearly not a receipt", async (status, heading, said) => {
	const { applicant, receipt } = await openFixture();
	const { id } = await createTransaction(applicant, { status, reference: "987", amount: 1_500_000 });
	const response = await receipt(id);
	expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/pdf"]);
	expect(response.headers.get("content-disposition")).toMatch(
		/^attachment; filename="Payment record not [a-z]+ 987\.pdf"/,
	);
	const { text } = await readPdf(new Uint8Array(await response.arrayBuffer()));
	for (const part of [heading, said, "This is not a receipt. It proves no payment.", "₦15,000.00", "Total, not"])
		expect(text).toContain(withoutSpaces(part));
	expect(text).not.toMatch(/Paymentreceipt|Paidby|Success/);
});

test("does not find another applicant's transaction, or another organisation's", async () => {
	const [here, there] = [await openFixture(), await openFixture()];
	const theirs = await createTransaction(there.applicant);
	for (const applicantId of [here.applicant.id, there.applicant.id])
		expect(await (await here.receipt(theirs.id, applicantId)).json()).toMatchObject({ code: "not_found" });
});

test("prints a payment for a role at its course, wherever its applicant is now, and not for one at the applicant's", async () => {
	const { organisationId, inside, outside } = await openTwoPlaces();
	const user = await createUser({ organisationId, privileges: ["payments:r"] });
	await bindRole({ organisationId, userId: user.id, roleId: `role-${user.id}` }, "physics");
	const { headers } = await signIn(user);
	const statusOf = async (courseId: string | null) => {
		const { id } = await createTransaction(outside, { courseId });
		return (await call(`/payments/${id}/receipt`, { headers })).status;
	};
	expect(inside.courseId).not.toBe(outside.courseId);
	expect([await statusOf(inside.courseId), await statusOf(outside.courseId), await statusOf(null)]).toEqual([
		200, 404, 404,
	]);
	const { id } = await createTransaction(outside, { courseId: inside.courseId, applicantId: null });
	expect((await call(`/payments/${id}/receipt`, { headers })).status, "nobody is known to have paid").toBe(404);
	const stranger = await signIn(await createUser({ organisationId, privileges: ["candidate:r"] }));
	expect((await call(`/payments/${id}/receipt`, { headers: stranger.headers })).status).toBe(403);
});
