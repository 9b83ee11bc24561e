import { expect, test } from "vitest";
import { openMailFixture } from "#tests/services/emails/mail-fixture";
import { testDb } from "#tests/support/factories";
import { redPixel } from "#tests/support/files";
import { readPdf, withoutSpaces } from "#tests/support/read-pdf";
import { templates } from "#worker/database/schema/workflows";
import type { Organisation } from "#worker/services/organisation/contract";
import type { PrintableForm } from "#worker/services/printing/contract";

test("a new name, address, contact and logo are in the next email, letter, printed form and PDF", async () => {
	const { organisationId, staff, ids, write, deliver, sent } = await openMailFixture({ applicants: 1 });
	const [id] = ids;
	const template = { organisationId, id: "admission", name: "Admission letter", type: "document" as const };
	await testDb()
		.insert(templates)
		.values({ ...template, content: "<p>Welcome to {{organisationName}}</p>", createdAt: 1, updatedAt: 1 });
	const read = async (path: string) => {
		const response = await staff.request(`/candidates/${id}/${path}`);
		return readPdf(new Uint8Array(await response.arrayBuffer()));
	};
	const print = () => read("form.pdf");
	const makeLetter = async () => {
		const made = await staff.send<{ id: string }>("POST", `/candidates/${id}/letters`, { templateId: template.id });
		return read(`letters/${made.body.id}`);
	};
	const [before, letterBefore] = [await print(), await makeLetter()];
	for (const { text } of [before, letterBefore]) expect(text).not.toContain("NorthCollege");

	const form = new FormData();
	form.set("data", JSON.stringify({ name: "North College", address: "9 Hill Road" }));
	form.set("logo", new File([redPixel], "logo.png"));
	const saved = await staff.upload("/organisation", form, undefined, "PUT");
	const { logoUrl } = await saved.json<Organisation>();
	const contacts = [{ email: "registry@north.example", phone: "0800 9" }];
	expect((await staff.send("POST", "/organisation/contacts", { contacts })).status).toBe(200);

	await write({ candidateIds: [id] });
	await deliver();
	expect(sent).toMatchObject([{ fromName: "North College", replyTo: "registry@north.example" }]);
	const html = sent[0]?.html ?? "";
	expect(html).toContain(`<img src="https://portal.test${logoUrl}"`);
	expect(html).toContain("North College, 9 Hill Road");

	const { organisation } = (await staff.get<PrintableForm>(`/candidates/${id}/printable-form`)).body;
	expect(organisation).toEqual({
		id: organisationId,
		name: "North College",
		address: "9 Hill Road",
		logoUrl,
		email: "registry@north.example",
		phone: "0800 9",
	});
	const [after, letter] = [await print(), await makeLetter()];
	for (const text of ["North College", "9 Hill Road", "registry@north.example", "0800 9"])
		for (const paper of [after, letter]) expect(paper.text).toContain(withoutSpaces(text));
	expect(letter.text).toContain("WelcometoNorthCollege");
	expect([after.pictures, letter.pictures]).toEqual([before.pictures + 1, letterBefore.pictures + 1]);
});
