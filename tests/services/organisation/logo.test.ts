import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { testClock } from "#tests/support/clock";
import { createOrganisation, createUser, signIn, testDb } from "#tests/support/factories";
import { bytesOf, pdf, png, redPixel, webp } from "#tests/support/files";
import { serviceApp } from "#tests/support/service-app";
import { organisations } from "#worker/database/schema/organisations";
import { features } from "#worker/services/app";
import type { Organisation } from "#worker/services/organisation/contract";
import { maxLogoBytes } from "#worker/services/organisation/settings.contract";

const clock = testClock();
const app = serviceApp(features, clock);

const openFixture = async () => {
	const { id: organisationId } = await createOrganisation();
	const { headers } = await signIn(await createUser({ organisationId }), clock.now());
	const answerOf = async (response: Response) => ({
		status: response.status,
		body: await response.json<Organisation & { code?: string; error?: string; fields?: Record<string, string[]> }>(),
	});
	const upload = async (bytes: Uint8Array<ArrayBuffer>, name = "logo.png", data: object = {}) => {
		const body = new FormData();
		body.set("data", JSON.stringify(data));
		body.set("logo", new File([bytes], name));
		return answerOf(await app("/organisation", { method: "PUT", headers, body }));
	};
	const put = async (body: object) => answerOf(await app("/organisation", { method: "PUT", headers, body }));
	return { organisationId, headers, upload, put };
};
let fixture: Awaited<ReturnType<typeof openFixture>>;
beforeAll(async () => {
	fixture = await openFixture();
});
const load = (logoUrl: string | null) => app(String(logoUrl).replace("/api", ""));
const stored = async (organisationId: string) =>
	(await env.FILES.list({ prefix: `logos/${organisationId}/` })).objects.map(({ key }) => key);

test("everybody loads a logo from an address that is its own, under headers of a picture that never changes", async () => {
	const { organisationId, upload, put } = await openFixture();
	const first = await upload(redPixel, "crest.svg");
	expect(first.status).toBe(200);
	const { logoUrl } = first.body;
	expect(logoUrl).toMatch(new RegExp(`^/api/organisation/${organisationId}/logo\\?version=[\\w-]+\\.png$`));
	const shown = await load(logoUrl);
	expect(new Uint8Array(await shown.arrayBuffer())).toEqual(redPixel);
	expect(Object.fromEntries(shown.headers)).toMatchObject({
		"content-type": "image/png",
		"cache-control": "public, max-age=31536000, immutable",
		"content-security-policy": "default-src 'none'; sandbox",
		"x-content-type-options": "nosniff",
		"cross-origin-resource-policy": "cross-origin",
	});
	const second = await upload(redPixel);
	expect(second.body.logoUrl).not.toBe(logoUrl);
	expect((await load(logoUrl)).status, "pages that are open still show it").toBe(200);
	expect((await load(`/api/organisation/${organisationId}/logo`)).headers.get("cache-control")).toBe(
		"public, max-age=3600",
	);
	expect((await put({ logo: null })).body.logoUrl).toBeNull();
	expect((await load(`/api/organisation/${organisationId}/logo`)).status).toBe(404);
	expect(await stored(organisationId), "the history names both").toHaveLength(2);
});

test("no address leads to the logo of another institution, or out of the folder", async () => {
	const { body } = await fixture.upload(redPixel);
	const other = await openFixture();
	const [, version = ""] = String(body.logoUrl).split("version=");
	for (const wrong of [version, `../${fixture.organisationId}/${version}`, "nothing.png", "."]) {
		const { status } = await load(
			`/organisation/${other.organisationId}/logo?${new URLSearchParams({ version: wrong })}`,
		);
		expect([wrong, [404, 422].includes(status)]).toEqual([wrong, true]);
	}
});

const kinds = "Choose a picture: JPEG or PNG. Letters and printed forms can show no other kind.";
const svg = bytesOf('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
test.each([
	["an SVG with a script", svg, kinds],
	["an SVG that is called a PNG", svg, kinds],
	["a WebP", webp(), kinds],
	["a PDF", pdf(), kinds],
	["a PNG with a script in it", bytesOf(redPixel, "<script>alert(1)</script>"), kinds],
	["a PNG without pixels", png(), "The picture is damaged or has too many pixels. Choose another one."],
	["a PNG of too many pixels", png(4_000, 4_000), "The picture is damaged or has too many pixels. Choose another one."],
	["an empty file", bytesOf(), "The file is empty. Choose another one."],
])("refuses %s by its content, beside the field, and keeps nothing of it", async (_, bytes, text) => {
	const before = await stored(fixture.organisationId);
	const refused = await fixture.upload(bytes, "logo.png", { name: "Not saved" });
	expect([refused.status, refused.body.fields]).toEqual([422, { logo: [text] }]);
	expect(await stored(fixture.organisationId)).toEqual(before);
	const [row] = await testDb().select().from(organisations).where(eq(organisations.id, fixture.organisationId));
	expect(row?.name).not.toBe("Not saved");
});

test("refuses a logo of more than 2 MB beside the field, and one of 50 MB before it is read whole", async () => {
	const large = await fixture.upload(bytesOf(redPixel, new Uint8Array(maxLogoBytes)));
	expect([large.status, large.body.fields]).toEqual([
		413,
		{ logo: ["A logo can have at most 2 MB. Choose a smaller one."] },
	]);
	const huge = await fixture.upload(new Uint8Array(50_000_000));
	expect([huge.status, huge.body.code]).toEqual([413, "files_too_large"]);
});

test("a logo and settings are saved together or not at all", async () => {
	const { organisationId, upload, put } = await openFixture();
	const saved = await upload(redPixel, "logo.png", { name: "North College", version: 1 });
	expect(saved.body).toMatchObject({ name: "North College", logoUrl: expect.any(String) });
	const late = await upload(redPixel, "logo.png", { name: "Late", version: 1 });
	expect([late.status, late.body.code]).toEqual([409, "changed_meanwhile"]);
	expect(await stored(organisationId), "the second picture was taken back").toHaveLength(1);
	expect((await put({})).body.error).toBe("There is nothing to change.");
});
