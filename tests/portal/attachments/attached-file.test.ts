import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { createApplicant, createApplication, createOrganisation, testDb } from "#tests/support/factories";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import { attachments } from "#worker/database/schema/forms";

/** Creates an applicant in a new organisation, with a certificate and an HTML page uploaded as one. */
const openFixture = async () => {
	const { id: organisationId } = await createOrganisation();
	const application = await createApplication(organisationId);
	const applicant = await createApplicant(application);
	const attach = async (id: string, name: string, mimetype: string, text: string) => {
		const objectKey = `${organisationId}/attachments/${id}`;
		await env.FILES.put(objectKey, text);
		const about = { organisationId, id, submissionId: applicant.submissionId, fieldId: "certificate" };
		const file = { name, mimetype, size: text.length, objectKey };
		await testDb()
			.insert(attachments)
			.values({ ...about, ...file, title: "Certificate", section: "Education", createdAt: 1 });
		return id;
	};
	const certificate = await attach(`pdf-${organisationId}`, "waec.pdf", "application/pdf", "%PDF-1.7");
	const page = await attach(`html-${organisationId}`, "waec.html", "text/html", "<script>alert(1)</script>");
	return { organisationId, application, applicant, certificate, page };
};
let here: Awaited<ReturnType<typeof openFixture>>;
let there: Awaited<ReturnType<typeof openFixture>>;
let browser: Awaited<ReturnType<typeof signedInBrowser>>["browser"];
beforeAll(async () => {
	here = await openFixture();
	there = await openFixture();
	const reader = await createStaff({ organisationId: here.organisationId, privileges: ["candidate:r"] });
	({ browser } = await signedInBrowser(reader));
});

const fileOf = (formId: string | null, attachmentId: string, applicantId = here.applicant.id) =>
	`/${here.organisationId}/applicants/${applicantId}/files/${formId}/${attachmentId}`;
const open = (...file: Parameters<typeof fileOf>) => browser.get(fileOf(...file));

const expectHarmless = (headers: Headers) => {
	expect(headers.get("x-content-type-options")).toBe("nosniff");
	expect(headers.get("content-security-policy")).toMatch(/default-src 'none'; sandbox/);
	expect(headers.get("cache-control")).toMatch(/no-store/);
};

test("sends a file as it was uploaded, with headers that stop it from running or being stored", async () => {
	const response = await open(here.applicant.submissionId, here.certificate);
	expect(response.status).toBe(200);
	expect(response.headers.get("content-type")).toBe("application/pdf");
	expect(response.headers.get("content-disposition")).toMatch(/^inline; filename="waec\.pdf"/);
	expectHarmless(response.headers);
	expect(new TextDecoder().decode(await response.arrayBuffer())).toBe("%PDF-1.7");
});

test("sends a part of the file for a range request", async () => {
	const path = fileOf(here.applicant.submissionId, here.certificate);
	const part = await browser.get(path, { headers: { range: "bytes=1-3" } });
	expect([part.status, part.headers.get("content-range"), await part.text()]).toEqual([206, "bytes 1-3/8", "PDF"]);
	expect((await browser.get(path, { headers: { range: "bytes=8-" } })).status).toBe(416);
});

test("always downloads an HTML file", async () => {
	const response = await open(here.applicant.submissionId, here.page);
	expect(response.status).toBe(200);
	expect(response.headers.get("content-type")).toBe("application/octet-stream");
	expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="waec\.html"/);
	expectHarmless(response.headers);
});

test("does not find another organisation's file at any address", async () => {
	const ways: [formId: string | null, attachmentId: string, applicantId: string][] = [
		[there.applicant.submissionId, there.certificate, there.applicant.id],
		[there.applicant.submissionId, there.certificate, here.applicant.id],
		[here.applicant.submissionId, there.certificate, here.applicant.id],
		[there.applicant.submissionId, here.certificate, here.applicant.id],
		["nobody", "nothing", here.applicant.id],
	];
	for (const way of ways) {
		const response = await open(...way);
		expect(response.status, way.join(" ")).toBe(404);
		expect(await response.text()).not.toContain("%PDF");
	}
});

test("finds a file at the address of its own applicant alone", async () => {
	const colleague = await createApplicant(here.application);
	const response = await open(here.applicant.submissionId, here.certificate, colleague.id);
	expect(response.status).toBe(404);
	expect(await response.text()).not.toContain("%PDF");
});
