import { expect, test } from "vitest";
import { createTransaction, createUser, testDb } from "#tests/support/factories";
import { textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import { bindRole, openTwoPlaces } from "#tests/support/two-places";
import { userRoles } from "#worker/database/schema/auth";
import { paymentExceptions } from "#worker/database/schema/transactions";

test("an exception offers its actions to those who may take them where its payment is", async () => {
	const { organisationId, inside, outside } = await openTwoPlaces();
	const reader = await createStaff({ organisationId, privileges: ["payments:r"] });
	const cashier = await createUser({ organisationId, privileges: ["payments:u"] });
	const roleId = `role-${cashier.id}`;
	await testDb().insert(userRoles).values({ organisationId, userId: reader.id, roleId });
	await bindRole({ organisationId, userId: reader.id, roleId }, "physics");
	const { browser } = await signedInBrowser(reader);
	for (const [payer, isOffered] of [
		[inside, true],
		[outside, false],
	] as const) {
		const { id, reference, platform, courseId } = await createTransaction(payer, { status: "pending" });
		const about = { transactionId: id, subject: id, reference, platform, courseId };
		const odd = { ...about, id: `odd-${id}`, kind: "amount_differs", reason: "", createdAt: 1 } as const;
		await testDb()
			.insert(paymentExceptions)
			.values({ organisationId, ...odd });
		const page = textOf(await (await browser.get(`/${organisationId}/transactions/exceptions/${odd.id}`)).text());
		expect([page.includes("Leave failed"), page.includes("You can see this, but not resolve it.")]).toEqual([
			isOffered,
			!isOffered,
		]);
	}
});

test("an amount is received, and only reported as paid where the platform does not confirm it", async () => {
	const { organisationId, inside } = await openTwoPlaces();
	const reader = await createStaff({ organisationId, privileges: ["payments:r"] });
	const { browser } = await signedInBrowser(reader);
	for (const [kind, label, other] of [
		["paid_but_pending", "Reported as paid", "Received"],
		["amount_differs", "Received", "Reported as paid"],
	] as const) {
		const { id, reference, platform, courseId } = await createTransaction(inside, { status: "pending" });
		const about = { transactionId: id, subject: id, reference, platform, courseId, amount: 123_400, currency: "NGN" };
		await testDb()
			.insert(paymentExceptions)
			.values({ organisationId, ...about, id: `odd-${id}`, kind, reason: "", createdAt: 1 });
		const page = textOf(await (await browser.get(`/${organisationId}/transactions/exceptions/odd-${id}`)).text());
		expect(page).toMatch(new RegExp(`${label}\\s*₦1,234.00`));
		expect(page).not.toContain(other);
	}
});
