import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { openServicesFixture, type ServicesFixture } from "#tests/services/applicants/services-fixture";
import { createApplicant, testDb } from "#tests/support/factories";
import { redPixel } from "#tests/support/files";
import { readPdf } from "#tests/support/read-pdf";
import { foreignPicture, maxDrawnBytes, pictureAddress } from "#worker/contract/text/stored-pictures";
import { outboxMails } from "#worker/database/schema/records";
import { templates } from "#worker/database/schema/workflows";
import { maxPictureBytes, pictureTooLarge } from "#worker/services/templates/pictures.contract";
import { pictureKeyOf } from "#worker/services/templates/pictures.queries";

let staff: ServicesFixture;
beforeEach(async () => {
	staff = await openServicesFixture({ courseCount: 1 });
});

interface Body {
	id: string;
	address: string;
	width: number;
	height: number;
	content: string;
	code?: string;
	fields?: Record<string, string[]>;
}

const upload = async (bytes: Uint8Array<ArrayBuffer>, { name = "map.png", by = staff } = {}) => {
	const form = new FormData();
	form.set("data", "{}");
	form.set("picture", new File([bytes], name));
	const response = await by.upload("/templates/pictures", form);
	return { status: response.status, headers: response.headers, body: (await response.json()) as Body };
};
const text = (content: string) => new TextEncoder().encode(content);

test("keeps a picture, and serves it to everybody under an address of its own", async () => {
	const { status, headers, body } = await upload(redPixel);
	expect([status, body.width, body.height]).toEqual([201, 1, 1]);
	expect(headers.get("location")).toBe(body.address);
	expect(body.address).toMatch(new RegExp(`^/api/organisation/${staff.organisation.id}/pictures/[0-9a-f-]{36}\\.png$`));
	expect((await upload(redPixel)).body.address, "each has its own").not.toBe(body.address);
	const served = await staff.request(body.address.replace(/^\/api/, ""), { headers: { authorization: "" } });
	expect(new Uint8Array(await served.arrayBuffer())).toEqual(redPixel);
	expect(Object.fromEntries(served.headers)).toMatchObject({
		"content-type": "image/png",
		"cache-control": "public, max-age=31536000, immutable",
		"cross-origin-resource-policy": "cross-origin",
		"x-content-type-options": "nosniff",
	});
	const other = await openServicesFixture({ courseCount: 1 });
	const elsewhere = body.address.replace(/^\/api/, "").replace(staff.organisation.id, other.organisation.id);
	expect((await staff.request(elsewhere)).status, "at another institution").toBe(404);
	expect((await staff.request(elsewhere.replace(".png", ".svg"))).status).toBe(404);
});

test.each([
	["an SVG", text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), /Choose a picture/],
	["a page that is called a picture", text("<!doctype html><script>alert(1)</script>"), /Choose a picture/],
	["a GIF", text("GIF89a\x01\x00\x01\x00\x00\x00\x00;"), /Choose a picture/],
	["an empty file", new Uint8Array(), /empty/],
	["half a picture", redPixel.slice(0, 45), /damaged|Choose/],
])("refuses %s beside the picture", async (_, bytes, message) => {
	const { status, body } = await upload(bytes);
	expect([status, body.code, body.fields?.picture?.[0]]).toEqual([422, "invalid", expect.stringMatching(message)]);
});

test.each([
	["a byte more than it may have", maxPictureBytes + 1],
	["40 MB", 40_000_000],
])("refuses a picture of %s", async (_, size) => {
	const { status, body } = await upload(new Uint8Array(size));
	expect([status, body.code]).toEqual([413, expect.stringMatching(/^(?:file_)?too_large$/)]);
	if (size < 10_000_000) expect(body.fields?.picture).toEqual([pictureTooLarge]);
});

test("texts keep pictures that are stored here; documents keep no others", async () => {
	const { address } = (await upload(redPixel)).body;
	const create = async (type: "email" | "document", content: string) =>
		(await staff.send<Body>("POST", "/templates", { type, name: crypto.randomUUID(), subject: "Hi", content })).body
			.content;
	const own = `<img src="${address}" alt="Map" width="90" />`;
	const written = `<p>Here:</p><img src="${address}" alt="Map" width="90" onerror="x()" style="position:fixed">`;
	expect(await create("email", written)).toBe(`<p>Here:</p>${own}`);
	expect(await create("document", written)).toBe(`<p>Here:</p>${own}`);
	expect(await create("document", '<p>A</p><img src="https://a.example/x.png">')).toBe("<p>A</p>");
	expect(await create("document", `${own}`), "a picture is a text").toBe(own);
	expect(await create("email", '<p>B</p><img src="/api/organisation/a/logo">')).toBe("<p>B</p>");
});

test("an email has the whole address of a picture, and a letter the picture itself", async () => {
	const { address } = (await upload(redPixel)).body;
	const { id: candidateId } = await createApplicant(staff.application);
	const draft = { subject: "Hi", content: `<p>Dear {{firstName}}</p><img src="${address}" alt="Map">`, candidateId };
	expect((await staff.send("POST", "/templates/test", { ...draft, type: "email" })).status).toBe(200);
	const [mail] = await testDb().select().from(outboxMails).where(eq(outboxMails.organisationId, staff.organisation.id));
	expect(mail?.html).toMatch(new RegExp(`<img src="https?://[^/"]+${address}" alt="Map"`));
	expect(mail?.text).toContain("Map");
	const drawn = async (content: string) => {
		const page = await staff.request("/templates/page-preview", {
			method: "POST",
			body: JSON.stringify({ ...draft, type: "document", content }),
		});
		return readPdf(new Uint8Array(await page.arrayBuffer()));
	};
	const without = (await drawn("<p>Dear {{firstName}}</p>")).pictures;
	expect((await drawn(draft.content)).pictures).toBe(without + 1);
	const other = await openServicesFixture({ courseCount: 1 });
	const theirs = (await upload(redPixel, { by: other })).body.address;
	expect((await drawn(`<p>A</p><img src="${theirs}" alt="Theirs">`)).pictures, "another institution's").toBe(without);
	const letter = await staff.send<Body>("POST", "/templates", {
		...draft,
		type: "document",
		name: "L",
		candidateId: undefined,
	});
	const made = await staff.send<Body>("POST", `/candidates/${candidateId}/letters`, { templateId: letter.body.id });
	const file = await staff.request(`/candidates/${candidateId}/letters/${made.body.id}`);
	expect((await readPdf(new Uint8Array(await file.arrayBuffer()))).pictures).toBe(without + 1);
});

/** A JPEG of one pixel, made as large as it is asked for. */
const jpegOf = (bytes: number) => {
	const jpeg = new Uint8Array(bytes);
	jpeg.set([0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 1, 0, 1, 1, 1, 0x11, 0]);
	return jpeg;
};
const keep = async (bytes: number) => {
	const file = `${crypto.randomUUID()}.jpg`;
	await env.FILES.put(pictureKeyOf(staff.organisation.id, file), jpegOf(bytes));
	return pictureAddress(staff.organisation.id, file);
};
const shown = (addresses: readonly string[]) =>
	addresses.map((address) => `<p>A</p><img src="${address}" alt="A" />`).join("");

test("all pictures of a document have a limit together, with those of its pages, beside the place with most of them", async () => {
	const third = Math.ceil(maxDrawnBytes / 3);
	const [one, two, three] = await Promise.all([keep(third), keep(third), keep(third)]);
	const message =
		"The pictures of a document can have at most 5 MB together; these have 5.1 MB. Choose smaller ones, or fewer.";
	const create = (name: string, content: string) =>
		staff.send<Body & { version: number }>("POST", "/templates", { type: "document", name, content });
	const tooMany = await create("All", shown([one, two, three]));
	expect([tooMany.status, tooMany.body.code, tooMany.body.fields]).toEqual([422, "invalid", { content: [message] }]);
	const candidateId = null;
	const draft = { type: "document", content: shown([one, two, three]), candidateId };
	const preview = await staff.send<Body>("POST", "/templates/page-preview", draft);
	expect([preview.status, preview.body.fields]).toEqual([422, { content: [message] }]);
	const fitting = await create("Two", shown([one, two, one]));
	expect(fitting.status, "a picture that is shown twice counts once").toBe(201);
	const set = (page: object) => staff.send<Body>("PATCH", `/templates/${fitting.body.id}`, { page });
	const margins = { top: 14, right: 15, bottom: 18, left: 15 };
	const usual = {
		letterhead: "institution",
		letterheadPicture: null,
		signature: "institution",
		signaturePicture: null,
	};
	const head = await set({ ...usual, letterhead: "picture", letterheadPicture: three, footer: null, margins });
	expect([head.status, head.body.fields]).toEqual([422, { content: [message] }]);
	const mail = { type: "email", name: "M", subject: "Hi", content: shown([one, two, three]) };
	expect((await staff.send("POST", "/templates", mail)).status, "an email is drawn by nobody").toBe(201);
});

test("a letter draws no more of a document from before than fits", async () => {
	const third = Math.ceil(maxDrawnBytes / 3);
	const addresses = await Promise.all([keep(third), keep(third), keep(third)]);
	const { id: candidateId } = await createApplicant(staff.application);
	const { body } = await staff.send<Body>("POST", "/templates", { type: "document", name: "L", content: "<p>A</p>" });
	const own = and(eq(templates.organisationId, staff.organisation.id), eq(templates.id, body.id));
	await testDb()
		.update(templates)
		.set({ content: shown(addresses) })
		.where(own);
	const made = await staff.send<{ size: number }>("POST", `/candidates/${candidateId}/letters`, {
		templateId: body.id,
	});
	expect(made.status).toBe(201);
	expect(Math.floor(made.body.size / third), "pictures of so many bytes").toBe(2);
});

test("refuses another institution's picture in templates, imports, pages and emails, and loads it nowhere", async () => {
	const other = await openServicesFixture({ courseCount: 1 });
	const theirs = (await upload(redPixel, { by: other })).body.address;
	const content = shown([theirs]);
	const refused = { status: 422, fields: { content: [foreignPicture] } };
	const outcome = async (path: string, body: object) => {
		const answer = await staff.send<Body>("POST", path, body);
		return { status: answer.status, fields: answer.body.fields };
	};
	for (const type of ["email", "document"]) {
		const given = { type, name: "N", subject: type === "email" ? "Hi" : null, content };
		expect(await outcome("/templates", given)).toEqual(refused);
		const file = { format: "matricula-template-1", ...given };
		expect(await outcome("/templates/import", { template: file })).toEqual(refused);
		const draft = { type, subject: given.subject, content, candidateId: null };
		expect(await outcome("/templates/preview", draft)).toEqual(refused);
	}
	const page = {
		letterhead: "picture",
		letterheadPicture: theirs,
		signature: "none",
		signaturePicture: null,
		footer: null,
		margins: { top: 14, right: 15, bottom: 18, left: 15 },
	};
	expect(await outcome("/templates", { type: "document", name: "N", content: "<p>A</p>", page })).toEqual({
		status: 422,
		fields: {
			"page.letterheadPicture": [
				"The head of the pages is a picture of another institution. Leave it out, or upload one here.",
			],
		},
	});
	const { id: candidateId, applicationId, stepId: stageId } = await createApplicant(staff.application);
	const email = { subject: "Hi", message: content, applicationId, stageId, candidateIds: [candidateId] };
	expect(await outcome("/email/candidates", email)).toEqual({ status: 422, fields: { message: [foreignPicture] } });
	const saved = await staff.send<Body>("POST", "/templates", { type: "email", name: "S", subject: "Hi", content: "A" });
	await testDb().update(templates).set({ content }).where(eq(templates.id, saved.body.id));
	const active = await staff.send("PATCH", `/templates/${saved.body.id}`, { active: false });
	expect(active.status, "one from before can be deactivated").toBe(200);
});
