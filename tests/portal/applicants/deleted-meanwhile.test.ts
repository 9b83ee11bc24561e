import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import {
	createApplicant,
	createApplication,
	createLocation,
	createOrganisation,
	createReferee,
	createTransaction,
	testDb,
} from "#tests/support/factories";
import { openBrowser } from "#tests/support/portal-browser";
import { formOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import { applicants } from "#worker/database/schema/applicants";
import { attachments } from "#worker/database/schema/forms";
import { outboxMails } from "#worker/database/schema/records";
import { templates } from "#worker/database/schema/workflows";

/** Creates an applicant with everything that can belong to one, whose pages a user has open. */
const openFixture = async () => {
	const { id: organisationId } = await createOrganisation();
	const application = await createApplication(organisationId);
	const applicant = await createApplicant(application, { photoKey: "photos/1.jpg" });
	const place = await createLocation(organisationId);
	const referee = await createReferee(applicant, { kind: "academic" });
	const payment = await createTransaction(applicant);
	const row = { organisationId, id: `letter-${organisationId}`, createdAt: 1 };
	await testDb()
		.insert(templates)
		.values({ ...row, name: "Letter", type: "document", content: "<p>Dear</p>", updatedAt: 1 });
	const file = { name: "a.pdf", mimetype: "application/pdf", size: 1, objectKey: "a", fieldId: "slip" };
	await testDb()
		.insert(attachments)
		.values({ ...row, ...file, submissionId: applicant.submissionId, title: "Slip", section: "S" });
	const { browser, csrf } = await signedInBrowser(await createStaff({ organisationId }));
	const sheet = `/${organisationId}/applicants/${applicant.id}`;
	const forget = () => testDb().delete(applicants).where(eq(applicants.id, applicant.id));
	return { organisationId, application, applicant, place, referee, payment, row, browser, csrf, sheet, forget };
};

test("responds to forms of a deleted applicant with a page that says so", async () => {
	const { browser, csrf, sheet, forget, application, place, referee, row } = await openFixture();
	const [, course] = application.courses;
	const formFrom = async (path: string, id: string) => formOf(await (await browser.get(sheet + path)).text(), id);
	const letter = `/letter/new?template=${row.id}`;
	const sent: [path: string, fields: Record<string, string>][] = [
		["/course", { ...(await formFrom("/course", "change-course")), courseId: course?.id ?? "" }],
		["/posting", { ...(await formFrom("/posting", "post-to-location")), locationId: place.id }],
		[letter, await formFrom(letter, "make-letter")],
		["/referees", { csrf, referee: referee.id, idempotencyKey: "key-of-a-page-00" }],
	];
	await forget();
	for (const [path, fields] of sent) {
		const response = await browser.post(sheet + path, fields);
		expect([path, response.status]).toEqual([path, 404]);
		expect(textOf(await response.text())).toMatch(/does not exist, or is no longer there\./);
	}
	expect(await testDb().select().from(outboxMails)).toEqual([]);
});

test("shows nothing of a deleted applicant, without a crash", async () => {
	const { browser, sheet, forget, organisationId, applicant, payment, row } = await openFixture();
	const paths = [
		"",
		"/attachments",
		`/attachments/${row.id}`,
		"/letter",
		"/letter/new",
		"/referees",
		"/activity-log",
		"/transactions",
		`/transactions/${payment.id}/receipt`,
		"/passport",
		"/photo",
		"/print",
		"/form.pdf",
		`/files/${applicant.submissionId}/${row.id}`,
		"/course",
		"/posting",
		"/edit?section=personal",
	].map((path) => sheet + path);
	await forget();
	const summary = `/${organisationId}/candidate-info/${applicant.publicId}`;
	for (const path of [...paths, summary, `${summary}/photo`]) {
		const response = await (path.startsWith(summary) ? openBrowser() : browser).get(path);
		expect([path, response.status]).toEqual([path, 404]);
		expect(await response.text()).not.toContain("Okafor");
	}
});
