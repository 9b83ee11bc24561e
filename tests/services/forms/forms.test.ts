import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { attachments, formDesigns, formDesignVersions } from "#worker/database/schema/forms";
import { features } from "#worker/services/app";
import {
	createApplicant,
	createApplication,
	createOrganisation,
	createUser,
	signIn,
	testDb,
} from "../../support/factories";
import { serviceApp } from "../../support/service-app";

const call = serviceApp(features);
let files = 0;

const openFixture = async (options: Parameters<typeof createApplication>[1] = {}) => {
	const { id: organisationId } = await createOrganisation();
	const { headers } = await signIn(await createUser({ organisationId, privileges: ["candidate:r"] }));
	const application = await createApplication(organisationId, options);
	const { submissionId } = await createApplicant(application, { data: { surname: "Okafor", dob: "2004-05-06" } });
	return { organisationId, headers, application, formId: submissionId };
};

/** why: text() warns about files that are not text. */
const textOf = async (response: Response) => new TextDecoder().decode(await response.arrayBuffer());

const attach = async (
	organisationId: string,
	submissionId: string,
	name: string,
	mimetype: string,
	text: string,
	fieldId = "certificate",
) => {
	const id = `file-${++files}`;
	const objectKey = `${organisationId}/attachments/${id}`;
	await env.FILES.put(objectKey, text);
	await testDb().insert(attachments).values({
		organisationId,
		id,
		submissionId,
		fieldId,
		title: "Certificate",
		section: "Education",
		name,
		mimetype,
		size: text.length,
		objectKey,
		createdAt: files,
	});
	return { id, path: `/forms/${submissionId}/attachments/${id}`, objectKey };
};

test("returns a form with its answers, its attachments and the layout of its version", async () => {
	const { organisationId, headers, application, formId } = await openFixture();
	const { id } = await attach(organisationId, formId, "waec.pdf", "application/pdf", "12345");
	await testDb().update(formDesigns).set({ version: 2 }).where(eq(formDesigns.id, application.formDesignId));
	await testDb()
		.insert(formDesignVersions)
		.values({
			organisationId,
			formDesignId: application.formDesignId,
			version: 2,
			layout: { sections: [] },
			createdAt: 1,
		});
	const response = await call(`/forms/${formId}`, { headers });
	expect(await response.json()).toMatchObject({
		id: formId,
		layout: { sections: [{ id: "personal" }] },
		data: { surname: "Okafor", dob: "2004-05-06" },
		duplicateFields: { sections: {}, rows: {} },
		percentComplete: 100,
		version: 1,
		attachments: [
			{
				id,
				attachmentId: id,
				fieldId: "certificate",
				name: "waec.pdf",
				mimetype: "application/pdf",
				size: 5,
				alternateLabel: null,
				data: `/api/forms/${formId}/attachments/${id}`,
			},
		],
	});
});

test("gives each file the short label of its field, also in a repeat, and null where it has none", async () => {
	const certificate = { fieldId: "certificate", type: "file", props: { label: "Result", alternateLabel: "WAEC" } };
	const layout = { sections: [{ id: "s", title: "S", rows: [{ id: "r", cols: [certificate] }] }] };
	const { organisationId, headers, formId } = await openFixture({ layout });
	for (const fieldId of ["certificate", "certificate__2", "passport"])
		await attach(organisationId, formId, "a.pdf", "application/pdf", "x", fieldId);
	const response = await call(`/forms/${formId}`, { headers });
	expect(await response.json()).toMatchObject({
		attachments: [
			{ fieldId: "certificate", alternateLabel: "WAEC" },
			{ fieldId: "certificate__2", alternateLabel: "WAEC" },
			{ fieldId: "passport", alternateLabel: null },
		],
	});
});

test("does not find another organisation's form and files, or a file of another form", async () => {
	const mine = await openFixture();
	const theirs = await openFixture();
	const foreign = await attach(theirs.organisationId, theirs.formId, "a.png", "image/png", "x");
	const own = await attach(mine.organisationId, mine.formId, "a.png", "image/png", "x");
	for (const path of [
		`/forms/${theirs.formId}`,
		foreign.path,
		`/forms/${mine.formId}/attachments/${foreign.id}`,
		`/forms/other/attachments/${own.id}`,
	]) {
		const response = await call(path, { headers: mine.headers });
		expect(response.status).toBe(404);
		expect(await response.json()).toMatchObject({ code: "not_found" });
	}
});

test("finds a file for the applicant whose form it is of, and for no other one", async () => {
	const { organisationId, headers, application } = await openFixture();
	const [one, other] = [await createApplicant(application), await createApplicant(application)];
	const { path } = await attach(organisationId, one.submissionId, "a.pdf", "application/pdf", "%PDF-1.7");
	const askFor = async (applicantId: string) => {
		const response = await call(`${path}?applicantId=${applicantId}`, { headers });
		return [response.status, await textOf(response)];
	};
	expect(await askFor(one.id)).toEqual([200, "%PDF-1.7"]);
	for (const applicantId of [other.id, "nobody"]) {
		const [status, text] = await askFor(applicantId);
		expect(status).toBe(404);
		expect(text).not.toContain("%PDF");
	}
});

test("sends a whole file, inline only when nothing in it can run", async () => {
	const { organisationId, headers, formId } = await openFixture();
	const pdf = await attach(organisationId, formId, "Ọlá's “result” (1).pdf", "application/pdf", "%PDF-1.7");
	const shown = await call(pdf.path, { headers });
	expect(await textOf(shown)).toBe("%PDF-1.7");
	expect(shown.status).toBe(200);
	expect(Object.fromEntries(shown.headers)).toMatchObject({
		"content-type": "application/pdf",
		"content-length": "8",
		"content-disposition": `inline; filename="_l__s _result_ (1).pdf"; filename*=UTF-8''%E1%BB%8Cl%C3%A1%27s%20%E2%80%9Cresult%E2%80%9D%20%281%29.pdf`,
		"content-security-policy": "default-src 'none'; sandbox; style-src 'unsafe-inline'",
		"x-content-type-options": "nosniff",
		"cache-control": "private, no-store",
	});
});

test.each(["text/html", "image/svg+xml", "application/xhtml+xml", "text/xml", "image/png\r\nx-evil: 1"])(
	"always downloads a file of type %s",
	async (mimetype) => {
		const { organisationId, headers, formId } = await openFixture();
		const { path } = await attach(organisationId, formId, 'a"\r\nset-cookie: x=1.html', mimetype, "<script>");
		const response = await call(path, { headers });
		expect(response.headers.get("content-type")).toBe("application/octet-stream");
		expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="a___set-cookie_ x_1.html"/);
		expect(response.headers.get("set-cookie")).toBeNull();
		expect(await textOf(response)).toBe("<script>");
	},
);

test.each([
	["bytes=0-3", "bytes 0-3/10", "0123"],
	["bytes=4-", "bytes 4-9/10", "456789"],
	["bytes=-2", "bytes 8-9/10", "89"],
	["bytes=8-99", "bytes 8-9/10", "89"],
	["bytes=-99", "bytes 0-9/10", "0123456789"],
])("responds to the range %s with %s", async (range, contentRange, text) => {
	const { organisationId, headers, formId } = await openFixture();
	const { path } = await attach(organisationId, formId, "a.png", "image/png", "0123456789");
	const response = await call(path, { headers: { ...headers, range } });
	expect(response.status).toBe(206);
	expect(response.headers.get("content-range")).toBe(contentRange);
	expect(response.headers.get("content-length")).toBe(String(text.length));
	expect(await textOf(response)).toBe(text);
});

test.each(["bytes=0-1,4-5", "lines=1-2", "bytes=5-2", "bytes=x", "bytes=-"])("ignores the range %s", async (range) => {
	const { organisationId, headers, formId } = await openFixture();
	const { path } = await attach(organisationId, formId, "a.png", "image/png", "0123456789");
	const response = await call(path, { headers: { ...headers, range } });
	expect(response.status).toBe(200);
	expect(await textOf(response)).toBe("0123456789");
});

test("refuses a range beyond the end, and returns the file's length", async () => {
	const { organisationId, headers, formId } = await openFixture();
	const { path } = await attach(organisationId, formId, "a.png", "image/png", "0123456789");
	const response = await call(path, { headers: { ...headers, range: "bytes=10-" } });
	expect(response.status).toBe(416);
	expect(await response.json()).toMatchObject({ code: "range_unsatisfiable", details: { size: 10 } });
});

test("responds 404 for a file that the store has lost", async () => {
	const { organisationId, headers, formId } = await openFixture();
	const { path, objectKey } = await attach(organisationId, formId, "a.png", "image/png", "x");
	await env.FILES.delete(objectKey);
	expect((await call(path, { headers })).status).toBe(404);
});
